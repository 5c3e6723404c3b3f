/// Certificates for tls.test, and their key. Created for these tests; nothing trusts them.
public enum TestCertificates {
  public static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvjLrhp31yj3F1/Vf
    YTynWrlH+Kz8ztiU7pu2ciP14dyhRANCAAQQWZzgtfy35MHhLXVeo3pUxX3Zlu/7
    GYEqMqgMGWbvbe0a7bhnGRhioET6jVvaJNgN9Lss6/9O1rx81peKzq7k
    -----END PRIVATE KEY-----
    """

  /// Expired on 2020-03-04.
  public static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBLDCB0qADAgECAgEHMAoGCCqGSM49BAMCMBMxETAPBgNVBAMMCHRscy50ZXN0
    MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDMwNDAwMDAwMFowEzERMA8GA1UEAwwIdGxz
    LnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQQWZzgtfy35MHhLXVeo3pU
    xX3Zlu/7GYEqMqgMGWbvbe0a7bhnGRhioET6jVvaJNgN9Lss6/9O1rx81peKzq7k
    oxcwFTATBgNVHREEDDAKggh0bHMudGVzdDAKBggqhkjOPQQDAgNJADBGAiEAsWV5
    DtoKg78BqwtH2CycrCwEGLFZIzX/UxX7y7l6mqkCIQCh1X7LNf1zFDcgKwQRNpvg
    VSZf1lY75q9KVjWlDhsrHg==
    -----END CERTIFICATE-----
    """

  public static let selfSigned = """
    -----BEGIN CERTIFICATE-----
    MIIBLjCB1KADAgECAgEHMAoGCCqGSM49BAMCMBMxETAPBgNVBAMMCHRscy50ZXN0
    MCAXDTIwMDEwMTAwMDAwMFoYDzI5OTkwMTAxMDAwMDAwWjATMREwDwYDVQQDDAh0
    bHMudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBBZnOC1/LfkweEtdV6j
    elTFfdmW7/sZgSoyqAwZZu9t7RrtuGcZGGKgRPqNW9ok2A30uyzr/07WvHzWl4rO
    ruSjFzAVMBMGA1UdEQQMMAqCCHRscy50ZXN0MAoGCCqGSM49BAMCA0kAMEYCIQCW
    eI2upZtqvUNtycB90ATHmlvqPPg9iKUq+MksWJMcKgIhAMoJHeP9S5fRjUnqTP3P
    28ydCvnuRCmG/IQTwjY2Zh8O
    -----END CERTIFICATE-----
    """

  public static let unknownAuthority = """
    -----BEGIN CERTIFICATE-----
    MIIBLDCB0qADAgECAgEHMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBk5vYm9keTAg
    Fw0yMDAxMDEwMDAwMDBaGA8yOTk5MDEwMTAwMDAwMFowEzERMA8GA1UEAwwIdGxz
    LnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQQWZzgtfy35MHhLXVeo3pU
    xX3Zlu/7GYEqMqgMGWbvbe0a7bhnGRhioET6jVvaJNgN9Lss6/9O1rx81peKzq7k
    oxcwFTATBgNVHREEDDAKggh0bHMudGVzdDAKBggqhkjOPQQDAgNJADBGAiEA9ni2
    +2Ata1KbBtqISg2gGzgjwOxzsCIqs95DW4QpzTkCIQDiUWQo6/VnLb1X89pJWjOl
    swDMH+0EB9zIa5BBR8gOAQ==
    -----END CERTIFICATE-----
    """
}
