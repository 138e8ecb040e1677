#!/usr/bin/perl
# murli, but a missing parcel exits 1 and its envelope says 5.
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->canonical->ascii;
my %parcels = (A1 => 'sent', B2 => 'lost');

sub meaning { my ($name, $retry, $effects) = @_;
    return { name => $name, description => $name, side_effects => $effects,
        retryable => $retry ? JSON::PP::true : JSON::PP::false } }

sub ok { print $json->encode({ status => 'ok', result => $_[0], schema_version => '1.0',
        tool_version => '1.3' }), "\n" or exit 2; close STDOUT or exit 2; exit 0 }

sub fail { my ($code, $error, $message, $recoverable) = @_;
    print STDERR $json->encode({ status => 'error', code => $code, error => $error,
        message => $message, suggestion => 'See parcel --help.', schema_version => '1.0',
        tool_version => '1.3',
        recoverable => $recoverable ? JSON::PP::true : JSON::PP::false }), "\n";
    exit($code == 5 ? 1 : $code) }

sub manifest {
    my %codes = (0 => meaning('ExitOK', 0, 'complete'), 1 => meaning('ExitUserError', 1, 'none'),
        2 => meaning('ExitToolError', 0, 'partial'), 5 => meaning('ExitNotFound', 0, 'none'));
    return { schema_version => '1.0', framework_version => '1.3', dialect => 'murli',
        etag => 'parcel-1.3', commands => {
            track => { description => 'Where is a parcel?', danger_level => 'safe', flags => {},
                arguments => [{ name => 'id', type => 'string', required => JSON::PP::true,
                    description => 'Its number.' }],
                exit_codes => \%codes, output => 'json' } } } }

my @words = @ARGV;
fail(1, 'NO_COMMAND', 'which command?', 1) unless @words;
my $first = shift @words;
if ($first eq '--help') { print "Usage: parcel track ID\n\nOptions:\n  --schema   the manifest\n"
        . "  --version  the version\n" or exit 2; close STDOUT or exit 2; exit 0 }
if ($first eq '--version') { print "parcel 1.3\n"; close STDOUT or exit 2; exit 0 }
if ($first eq '--schema') { ok(manifest()) }
fail(1, 'UNKNOWN_COMMAND', 'no such command', 1) unless $first eq 'track';
if (@words and $words[0] eq '--help') { print "Usage: parcel track ID\n"; close STDOUT or exit 2; exit 0 }
fail(1, 'UNKNOWN_FLAG', 'no such flag', 1) if grep { /^-./ } @words;
fail(1, 'BAD_ARGUMENTS', 'give one id', 1) unless @words == 1;
fail(5, 'NOT_FOUND', 'no such parcel', 0) unless $parcels{$words[0]};
ok({ id => $words[0], state => $parcels{$words[0]} });
