#!/usr/bin/perl
# A turn server of the classic shape, as a peer to measure against: one process for each letter, started by the mail
# server. It parses the letter, locks the game's file, reads it, plays, rewrites it, draws the board, and hands a mail to
# each player to sendmail. Nothing is synced to the disk, nothing is checked for being a copy.
#
#     classic.pl FOLDER < letter
use strict;
use warnings;
use Fcntl qw(:flock);

my ($folder) = @ARGV;
my (%head, @orders, $name);
while (my $line = <STDIN>) {
    $line =~ s/\r?\n$//;
    last if $line eq "";
    if ($line =~ /^\s+(.*)/) { $head{$name} .= " $1"; next }
    if ($line =~ /^([\w-]+):\s*(.*)/) { $name = lc $1; $head{$name} = $2 }
}
while (my $line = <STDIN>) {
    $line =~ s/\r?\n$//;
    last if $line =~ /^On .* wrote:$/ or $line =~ /^>/;
    push @orders, $line if $line =~ /\S/;
}
my ($number) = ($head{subject} // "") =~ /\[pbem (\d+)\]/ or exit 0;

open my $lock, ">>", "$folder/$number.lock" or die "$number: $!";
flock $lock, LOCK_EX;
open my $in, "<", "$folder/$number.game" or exit 0;
my (%fact, %pawn, @history);
while (<$in>) {
    chomp;
    if (/^pawn (\w+) (\w\d)$/) { $pawn{$1} = $2 }
    elsif (/^history (.*)/) { push @history, $1 }
    elsif (/^(\w+) (.*)/) { $fact{$1} = $2 }
}
close $in;

my @told;
for my $order (@orders) {
    my ($who, $to) = $order =~ /^(\w\d) move ([a-i]\d)$/ or do { push @told, "$order: not understood"; next };
    my $from = $pawn{$who} or do { push @told, "$order: there is no $who"; next };
    my $far = abs(ord($from) - ord($to)) + abs(substr($from, 1) - substr($to, 1));
    my $taken = grep { $pawn{$_} eq $to } keys %pawn;
    if ($far > 2 or $taken) { push @told, "$order: not allowed"; next }
    $pawn{$who} = $to;
    my $die = 1 + int rand 6;
    push @told, "$who runs from $from to $to, and rolls $die.";
}
$fact{turn}++;
push @history, "turn $fact{turn}: @told";
splice @history, 0, -20;

open my $out, ">", "$folder/$number.new" or die "$number: $!";
print $out "$_ $fact{$_}\n" for sort keys %fact;
print $out "pawn $_ $pawn{$_}\n" for sort keys %pawn;
print $out "history $_\n" for @history;
close $out or die "$number: $!";
rename "$folder/$number.new", "$folder/$number.game" or die "$number: $!";

my %at = reverse %pawn;
my $board = "";
for my $row (reverse 1 .. 8) {
    $board .= "  $row  " . join(" ", map { $at{"$_$row"} // "--" } "a" .. "i") . "\n";
}
$board .= "     " . join("  ", "a" .. "i") . "\n";
for my $seat ("south", "north") {
    open my $mail, "|-", "/usr/sbin/sendmail", "-i", "-f", "pbem\@bench.example", $fact{$seat} or die "sendmail: $!";
    print $mail <<"END";
From: pbem match $number <pbem\@bench.example>
To: $fact{$seat}
Subject: [pbem $number] turn $fact{turn}
In-Reply-To: @{[$head{"message-id"} // ""]}
MIME-Version: 1.0
Content-Type: text/plain; charset=us-ascii

@{[join "\n", @told]}

$board
It is the turn of the other side. Answer with your orders, one a line.

Earlier turns:
@{[join "\n", @history]}
END
    close $mail or die "sendmail: $?";
}
