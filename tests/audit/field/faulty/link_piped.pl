#!/usr/bin/perl
# An OSC 8 link to the manual at the end of the help.
use strict;
use warnings;
my $word = shift // '--help';
if ($word eq '--help') {
    print "usage: chart [--version]\n\nManual: \e]8;;https://chart.example/\e\\chart.example\e]8;;\e\\\n" or exit 1;
} elsif ($word eq '--version') {
    print "chart 1.0\n" or exit 1;
} else {
    print STDERR "chart: unknown option; see --help\n";
    exit 2;
}
close STDOUT or exit 1;
