#!/usr/bin/perl
# Reads all of stdin before it looks at its options.
use strict;
use warnings;
my @lines = <STDIN>;
my $word = shift // '';
if ($word eq '--help') { print "usage: upper [--version] < text\n" or exit 1 }
elsif ($word eq '--version') { print "upper 1.0\n" or exit 1 }
elsif ($word ne '') { print STDERR "upper: unknown option\n"; exit 2 }
else { print map { uc } @lines or exit 1 }
close STDOUT or exit 1;
