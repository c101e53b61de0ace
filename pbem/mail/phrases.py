"""What mail programs write around a quote or below a letter, in the languages they speak.

Data only, all in lower case; `quoting` says what each table is for. A language that is missing here costs
little: quote marks, and introductions with an address and a date, are found without words.
"""


def _phrases(text: str) -> tuple[str, ...]:
    """The phrases of a table, which semicolons or line ends divide."""
    return tuple(p for line in text.split("\n") for phrase in line.split(";") if (p := phrase.strip()))


# The verbs of "On ... X wrote:" (B7).
WROTE = frozenset(
    _phrases("""
    wrote; writes; schrieb; schreef; skrev; écrit; ecrit; escribió; escribio; scritto; escreveu
    napisał; napisał(a); napisał/a; napsal; napsal(a); kirjoitti; írta; yazdı; έγραψε
    пишет; написал; написала; написал(а); 写道; 寫道; כתב; كتب
    """)
)

# How such an introduction begins, where a program wraps it after the first words.
OPENERS = tuple(
    f"{word} " for word in _phrases("on; am; le; el; il; em; den; op; dnia; w dniu; dne; в; pe; på; vào")
)

# The labels of the header blocks that programs put above an original without quote marks (B5).
LABELS = {
    label: kind
    for kind, labels in (
        (
            "from",
            "from; von; de; da; van; fra; från; od; lähettäjä; от; feladó; kimden; 发件人; 寄件者; 差出人",
        ),
        ("from", "보낸사람"),
        ("sent", "sent; date; gesendet; datum; envoyé; enviado; enviada; fecha; data; inviato; verzonden"),
        (
            "sent",
            "sendt; dato; skickat; wysłano; lähetetty; отправлено; дата; elküldve; gönderme; gönderilme",
        ),
        ("sent", "发送时间; 日期; 寄件日期; 送信日時; 날짜"),
        ("to", "to; an; à; para; a; aan; til; till; do; vastaanottaja; кому; címzett; kime"),
        ("to", "收件人; 收件者; 宛先; 받는사람"),
        ("subject", "subject; betreff; objet; asunto; assunto; oggetto; onderwerp; emne; ämne; temat; aihe"),
        ("subject", "тема; tárgy; konu; 主题; 主旨; 件名; 제목"),
    )
    for label in _phrases(labels)
}

# What stands between the dashes of "-----Original Message-----" (B6).
ORIGINALS = frozenset(
    _phrases("""
    original message; original appointment; forwarded message
    ursprüngliche nachricht; originalnachricht; original-nachricht; weitergeleitete nachricht
    message d'origine; message d’origine; message original; message transféré
    mensaje original; mensaje reenviado; mensagem original; mensagem encaminhada
    messaggio originale; messaggio inoltrato; oorspronkelijk bericht; doorgestuurd bericht
    oprindelig meddelelse; videresendt meddelelse; opprinnelig melding; videresendt melding
    ursprungligt meddelande; originalmeddelande; vidarebefordrat meddelande; alkuperäinen viesti
    wiadomość oryginalna; przekazana wiadomość; исходное сообщение; пересылаемое сообщение
    eredeti üzenet; orijinal mesaj; 原始邮件; 原始郵件; 邮件原件; 转发的邮件; 轉寄郵件
    """)
)

# Lines that begin a forwarded mail without dashes.
FORWARDS = _phrases("""
    begin forwarded message:; anfang der weitergeleiteten nachricht:; début du message réexpédié
    inicio del mensaje reenviado:; inizio messaggio inoltrato:; begin doorgestuurd bericht:
    """)

# How the one-line footers of phones and programs begin (B11). Long enough not to begin a sentence of chat.
FOOTERS = _phrases("""
    sent from my; sent from mail for; sent from outlook; sent from yahoo; sent from aol
    sent from samsung; sent from proton; sent with proton; sent with aquamail
    sent via bluemail; get outlook for; get bluemail for
    von meinem iphone; von meinem ipad; von meinem samsung; von meinem android; von meinem mobil
    diese nachricht wurde von meinem; gesendet von mail für; gesendet von outlook; gesendet mit der
    outlook für ios; outlook für android; envoyé de mon; envoyé depuis; télécharger outlook
    enviado desde mi; enviado do meu; obtener outlook para; inviato da iphone; inviato dal mio
    verzonden vanaf mijn; verstuurd vanaf mijn; sendt fra min; skickat från min; lähetetty iphone
    wysłane z; отправлено с; iphoneから送信; 发自我的
    """)

# How the first line of a virus scanner's or a lawyer's paragraph begins (B11).
NOTICES = _phrases("""
    virus-free.; virenfrei.; this email has been checked for viruses; diese e-mail wurde von avast
    confidentiality notice; this e-mail and any; this email and any; this message and any
    this e-mail (and any; this message is confidential; diese e-mail enthält vertrauliche
    diese nachricht enthält vertrauliche; ce message et ses; ce message et toutes
    este mensaje y sus; este mensaje puede contener; questo messaggio e i suoi
    """)

# How the Subject of a notice of absence, or of a report of a mail server, begins, where its header does not say that
# it is one (I17, I33). Only what programs write: a person may well write about a holiday.
AWAY = _phrases("""
    out of office; out-of-office; automatic reply; automatic response; auto reply; auto-reply; autoreply
    auto response; auto-response; autoresponse; vacation reply; vacation notice; vacation auto
    abwesenheitsnotiz; abwesenheitsnachricht; automatische antwort; réponse automatique; message d'absence
    respuesta automática; fuera de la oficina; resposta automática; risposta automatica; fuori ufficio
    automatisch antwoord; afwezigheidsassistent; autosvar; automatisk svar; automatiskt svar; frånvaromeddelande
    automaattinen vastaus; odpowiedź automatyczna; automatyczna odpowiedź; automatická odpověď
    автоответ; автоматический ответ; otomatik yanıt; 自动回复; 自動回覆; 自動応答; 自動返信
    undeliverable; undelivered mail; undelivered message; undeliverable mail; returned mail; failure notice
    mail delivery failed; mail delivery failure; mail delivery system; delivery failure; delivery status notification
    mail could not be delivered; message could not be delivered; mail system error; complaint about message from
    unzustellbar; nicht zustellbar; non remis; mensaje no entregado; impossibile recapitare; não é possível entregar
    """)
