#!/usr/bin/perl
# Getopt::Long and Pod::Usage: a filter that numbers rows.
use strict;
use warnings;
use Getopt::Long qw(:config no_ignore_case bundling no_auto_abbrev);
use Pod::Usage;

our $VERSION = '1.02';
my $start = 1;
GetOptions(
    'start|s=i' => \$start,
    'help|h'    => sub { pod2usage(-exitval => 0, -verbose => 1) },
    'version'   => sub { print "rows $VERSION\n"; exit 0 },
) or pod2usage(2);
while (<>) {
    print $start++, "\t", $_ or die "rows: cannot write: $!\n";
}
close STDOUT or die "rows: cannot write: $!\n";

__END__

=head1 NAME

rows - number the rows of files

=head1 SYNOPSIS

rows [--start N] [FILE...]

=head1 OPTIONS

=over

=item B<--start> N

The number of the first row.

=back

=cut
