"""Phrases that mail programs write around a quote or below a letter, in many languages.

Data only, all in lower case; `quoting` says what each table is for. A language that is missing here costs
little: quote marks, and introductions with an address and a date, are found without words.
"""


def _phrases(text: str) -> tuple[str, ...]:
    """The phrases of a table, separated by semicolons or line ends."""
    return tuple(p for line in text.split("\n") for phrase in line.split(";") if (p := phrase.strip()))


# The verbs of "On ... X wrote:" (B7).
WROTE = frozenset(
    _phrases("""
    wrote; writes; schrieb; schreef; skrev; écrit; ecrit; escribió; escribio; scritto; escreveu
    napisał; napisał(a); napisał/a; napsal; napsal(a); kirjoitti; írta; yazdı; έγραψε
    пишет; написал; написала; написал(а); 写道; 寫道; כתב; كتب
    """)
)

# The beginnings of such introductions, where a program wraps them after the first words.
OPENERS = tuple(
    f"{word} " for word in _phrases("on; am; le; el; il; em; den; op; dnia; w dniu; dne; в; pe; på; vào")
)

# The label of the sender, for a header block that begins with their name alone (B5).
SENDERS = frozenset(
    _phrases("from; von; de; da; van; fra; från; od; от; від; lähettäjä; feladó; kimden; 发件人; 寄件者")
)

# The words between the dashes of "-----Original Message-----" (B6).
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
    begin forwarded message:; forwarded message:; anfang der weitergeleiteten nachricht:; début du message réexpédié
    inicio del mensaje reenviado:; inizio messaggio inoltrato:; begin doorgestuurd bericht:; videresendt melding:
    start på videresendt besked:; vidarebefordrat mejl:; välitetty viesti alkaa:; início da mensagem reencaminhada:
    início da mensagem encaminhada:; początek przekazywanej wiadomości:; začátek přeposílané zprávy:
    začiatok preposlanej správy:; započni proslijeđenu poruku:; továbbított levél kezdete:
    începe mesajul redirecționat:; ileti başlangıcı:; начало переадресованного сообщения:
    початок листа, що пересилається:
    """)

# The beginnings of the one-line footers of phones and programs (B11).
FOOTERS = _phrases("""
    sent from; sent with; sent via; sent using; sent by; sent on the go; securely sent with; get outlook for
    get bluemail; get typeapp; outlook for ios; outlook for android; outlook for mac
    gesendet von; gesendet mit; gesendet über; von meinem iphone; von meinem ipad; von meinem samsung
    von meinem android; von meinem mobil; von meinem/meiner galaxy; diese nachricht wurde von meinem; outlook für
    holen sie sich outlook
    envoyé de; envoyé depuis; envoyé à partir; envoyé avec; télécharger outlook; obtenir outlook
    enviado desde; enviado con; obtener outlook; enviado do; enviado a partir d; obter o outlook
    inviato da; ottieni outlook; scarica outlook; verstuurd vanaf; verzonden vanaf; verzonden vanuit; verzonden met
    outlook voor; sendt fra; hent outlook; få outlook; skickat från; skickades från; hämta outlook; lähetetty
    hanki outlook; wysłane z; wysłano z; pobierz aplikację outlook; odesláno z; odoslané z; získat outlook; poslano s
    отправлено с; отправлено из; надіслано з; изпратено от; скачать outlook; στάλθηκε από; trimis de pe; küldve az
    iphone'umdan gönderildi; ios için outlook; gửi từ; ส่งจาก; נשלח מ; أرسلت من
    iphoneから; iphone から; ipadから; androidから; 发自; 從我的; 从我的; 获取 outlook; 나의 iphone; 내 iphone
    """)

# The beginnings of the paragraphs of virus scanners, lawyers and trackers (B11).
NOTICES = _phrases("""
    virus-free.; virenfrei.; this email has been checked for viruses; diese e-mail wurde von avast
    confidentiality notice; this e-mail and any attach; this email and any attach; this message and any attach
    this e-mail and any files; this email and any files; this message and any files
    this e-mail (and any; this message is confidential; diese e-mail enthält vertrauliche
    diese nachricht enthält vertrauliche; ce message et ses; ce message et toutes
    este mensaje y sus; este mensaje puede contener; questo messaggio e i suoi
    [image: mailtrack; sender notified by; remitente notificado con; sent with tutanota, enjoy
    """)

# The beginnings of gateways' warnings that are not in capitals, and the words in brackets of the short ones (M37).
WARNINGS = _phrases("""
    you don't often get email from; this message is from an external sender; this message came from outside
    this email originated from outside; this message originated from outside; external email:
    this message was sent from outside; this email was sent from outside; some people who received this message don't
    warnung: externe; achtung: externe; vorsicht: externe
    """)
OUTSIDE = frozenset(
    _phrases("""
    external; external email; external e-mail; external sender; external mail; external message; ext; extern
    externe e-mail; externe mail; externer absender; courriel externe; correo externo
    """)
)

# The beginnings of the Subject of an absence notice, or of a mail server's report, if the header does not mark it
# as one (I17, I33). Only what programs write: a person may well write about a holiday.
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
