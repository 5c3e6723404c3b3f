/// How much each feature of a page speaks for each kind, fitted by
/// `Resources/benchmarks/sections.py`.
enum PageWeights {
  static let table = """
                           article  thread    list product    page
    always                    0.96   -0.79    0.20   -0.33   -0.10
    statesArticle            -0.04   -0.10    0.17   -0.14    0.20
    statesWebsite            -0.54   -0.08    0.05    0.56    0.13
    statesProduct            -0.46   -0.21   -0.08    0.97   -0.22
    statesOther              -0.42   -0.24    0.88   -0.06   -0.17
    describesArticle          0.71   -0.20   -0.01   -0.42   -0.27
    describesProduct         -0.47   -0.24   -0.33    1.12   -0.08
    describesList            -0.20   -0.07    0.79    0.00   -0.53
    describesThread          -0.29    0.62   -0.15   -0.46    0.28
    describesPage            -0.28   -0.44    0.33    0.17    0.26
    statesDate                0.21    0.80   -0.61   -0.44   -0.08
    statesAuthor              0.86   -0.02   -0.12   -1.00   -0.27
    threadSoftware           -0.32    0.48   -0.03   -0.12   -0.02
    shopSoftware              0.00    0.00    0.00    0.00    0.00
    manualSoftware           -0.18   -0.05    0.45   -0.20   -0.02
    frontPage                 0.58   -0.29   -0.40   -0.41    0.52
    longName                  1.57    0.56   -1.99    0.45   -1.73
    pathLength                0.92   -0.45   -0.78    0.16   -0.26
    hasNumber                 0.44    1.41   -1.20    0.56   -1.23
    hasQuery                  0.18    0.98    0.67   -0.64   -1.18
    threadAddress            -1.26    2.44   -0.11   -0.10   -1.03
    manualAddress            -1.01   -0.22    0.37   -0.55    1.42
    productAddress           -1.05   -0.42    0.20    1.86   -0.59
    listAddress              -0.17   -0.12    1.91   -1.08   -0.54
    articleAddress            0.82   -0.47    0.93   -0.52   -0.79
    length                    0.08   -0.73    0.46   -0.56    0.69
    proseShare                1.35   -0.14   -1.71   -0.28   -0.34
    linkedShare              -0.53   -0.79    1.26   -0.11    0.16
    proseLines               -0.01   -0.11   -0.84   -0.21    1.17
    proseLength               0.38   -0.51   -0.15   -0.29    0.27
    concentration             1.24   -0.49   -0.28   -0.59   -0.77
    headings                 -0.72   -0.64    0.29    0.13    1.28
    linkedHeadings            0.06    0.71    0.88   -0.49   -1.20
    articles                 -0.06   -0.15    0.92    0.50   -1.21
    oneArticle                0.76   -0.22   -0.19   -0.71    0.11
    markedBody                0.42    0.31   -0.75    0.06   -0.23
    posts                     0.24    0.20    0.16   -0.25   -0.40
    postsProse               -0.65    0.15    0.05   -0.07    0.82
    commentsProse             0.28    1.30   -0.49    0.18   -1.27
    code                     -0.80   -0.04   -0.32   -0.10    1.26
    prices                   -1.86   -0.12    1.41    1.10   -0.52
    controls                 -1.90    0.10    0.96    1.53   -0.05
    tableShare                0.21   -0.08    0.06   -0.19   -0.00
    listShare                -0.03   -0.52    0.16    0.01    0.36
    thinLines                 0.86   -0.26    0.18    0.26   -1.19
    microdataPosts           -1.01    1.52   -0.70    0.33   -0.14
    items                    -0.08   -0.07    0.63    0.05   -0.55
    """
}
