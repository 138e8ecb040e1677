#!/usr/bin/perl
# Takes what it knows from the words and forgets the rest.
use strict;
use warnings;
my %given = map { $_ => 1 } @ARGV;
if ($given{'--help'}) { print "usage: moon [--phase] [--version]\n" or exit 1; }
elsif ($given{'--version'}) { print "moon 0.4\n" or exit 1; }
else { print "waxing\n" or exit 1; }
close STDOUT or exit 1;
