import Foundation
import Subprocess
import TestSupport
import Testing

/// Hosts that are hard to find or to reach, in a network of the test's own.
@Suite(.takesTurn)
struct DualStackTests {
  private static let launcher = ["unshare", geteuid() == 0 ? "-mn" : "-rmn", "sh", "-c"]

  /// A link whose other end has no program, so that what's sent to `fd00::1` is lost without a word.
  private static let deadNetwork = """
    ip link set lo up && ip link add dead type veth peer name other &&
    ip address add fd00::2/64 dev dead nodad && ip link set other up && ip link set dead up
    """

  /// Whether a test can make a network, as root or in a user namespace.
  private static func canMakeNetwork() async -> Bool {
    let run = try? await Subprocess.run(
      .name(launcher[0]),
      arguments: Arguments(launcher.dropFirst() + ["\(deadNetwork) && perl -v"]),
      output: .discarded, error: .discarded)
    return run?.terminationStatus.isSuccess == true
  }

  /// Serves a page at port 8080.
  private static let page = #"""
    mkfifo ready
    perl -MIO::Socket::INET -e '
      $server = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 8080, Listen => 9);
      open($ready, ">", "ready"); close($ready);
      while ($client = $server->accept) {
        while (<$client>) { last if /^\r?$/ }
        print $client "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Alive</title>";
        close($client);
      }' &
    cat ready
    """#

  // RFC 8305. The connection to the first address would fail after three seconds.
  @Test(
    "a host whose IPv6 address is dead is reached by IPv4 within the time limit",
    .enabled("a test that may make a network, with perl") { await canMakeNetwork() })
  func deadIPv6() async throws {
    try await withTemporaryHome { home in
      let script = #"""
        \#(Self.deadNetwork) || exit 99
        printf 'fd00::1 dual.test\n127.0.0.1 dual.test\n' > hosts; mount --bind hosts /etc/hosts
        \#(Self.page)
        getent ahosts dual.test | head -n 1
        $raylette preview --timeout 2 http://dual.test:8080/
        kill $!
        """#
      try Data(script.utf8).write(to: home.file("script"))
      let command = Self.launcher.dropLast().joined(separator: " ")
      let run = try await CommandRun(shell: "\(command) ./script", in: home)
      #expect(run.lines.first?.hasPrefix("fd00::1 ") == true, "\(run.error)")
      #expect(run.output.contains("Alive"), "\(run.error)")
    }
  }

  // The C library would wait 5 seconds for the first answer.
  @Test(
    "a name server is asked again when it loses the first question",
    .enabled("a test that may make a network, with perl") { await canMakeNetwork() })
  func lostQuestion() async throws {
    try await withTemporaryHome { home in
      let script = #"""
        ip link set lo up || exit 99
        echo 'nameserver 127.0.0.1' > resolv; mount --bind resolv /etc/resolv.conf
        echo 'hosts: dns' > services; mount --bind services /etc/nsswitch.conf
        \#(Self.page)
        page=$!
        perl -MIO::Socket::INET -e '
          $names = IO::Socket::INET->new(
            LocalAddr => "127.0.0.1", LocalPort => 53, Proto => "udp");
          open($ready, ">", "ready"); close($ready);
          while (defined $names->recv($query, 512)) {
            next unless $asked{$query}++;
            $answer = substr($query, -4) ne "\0\1\0\1" ? ""
              : "\xC0\x0C\0\1\0\1\0\0\0\1\0\4\x7F\0\0\1";
            substr($query, 2, 6) = "\x81\x80\0\1\0" . ($answer ? "\1" : "\0");
            $names->send($query . $answer);
          }' &
        cat ready
        $raylette preview --timeout 4 http://lost.test:8080/
        kill $page $!
        """#
      try Data(script.utf8).write(to: home.file("script"))
      let command = Self.launcher.dropLast().joined(separator: " ")
      let run = try await CommandRun(shell: "\(command) ./script", in: home)
      #expect(run.output.contains("Alive"), "\(run.error)")
    }
  }
}
