"""The functions, methods and layers of torch by the dtype of what they give, which is measured: see ``test_dtypes``."""

from __future__ import annotations

TRUTHS = frozenset(
    """eq ge greater greater_equal gt isclose isfinite isin isinf isnan isneginf isposinf isreal le less less_equal
    logical_and logical_not logical_or logical_xor lt ne not_equal signbit""".split()
)
"""Functions and methods that give truth values, whatever they are given."""
QUANTIFIERS = frozenset("all any".split())
"""Those that give truth values, but of uint8 uint8."""
INTEGERS_GIVEN = frozenset(
    """argmax argmin argsort argwhere bincount bucketize count_nonzero matrix_rank multinomial nonzero one_hot
    randint randperm searchsorted tril_indices triu_indices""".split()
)
"""Those that give int64, unless a dtype is passed."""
GIVE_FLOATS = frozenset(
    """acos acosh adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d angle arccos arccosh arcsin arcsinh
    arctan arctanh asin asinh atan atanh batch_norm binary_cross_entropy cdist celu cholesky cholesky_solve corrcoef
    cos cosh ctc_loss deg2rad det digamma eigh eigvalsh elu embedding_bag entr erf erfc erfcx erfinv exp exp2 expit
    expm1 frac gelu glu group_norm gumbel_softmax hardshrink hardsigmoid hardswish histc i0 i0e i1 i1e instance_norm
    inv inverse layer_norm leaky_relu lgamma local_response_norm log log10 log1p log2 log_softmax logcumsumexp
    logdet logit logsigmoid logsumexp matrix_norm mean mish multi_margin_loss multilabel_margin_loss nanmean
    nanquantile ndtri nll_loss norm normalize pdist pinv pinverse polygamma prelu psi qr quantile rad2deg reciprocal
    renorm rms_norm rrelu rsqrt scaled_dot_product_attention selu sigmoid silu sin sinc sinh slogdet
    soft_margin_loss softmax softmin softplus softshrink softsign solve_triangular sqrt std std_mean svd svdvals tan
    tanh tanhshrink var var_mean vector_norm BCELoss CTCLoss MultiLabelMarginLoss MultiMarginLoss NLLLoss
    SoftMarginLoss""".split()
)
"""Those that keep the dtype of floats, and give floats whatever other real numbers they are given, or refuse these."""
LAYERS = frozenset(
    """AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d BatchNorm1d BatchNorm2d BatchNorm3d Bilinear CELU
    Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d ELU Embedding EmbeddingBag GELU GLU GRU
    GRUCell GroupNorm Hardshrink Hardsigmoid Hardswish InstanceNorm1d InstanceNorm2d InstanceNorm3d LSTM LSTMCell
    LayerNorm LeakyReLU Linear LocalResponseNorm LogSigmoid LogSoftmax Mish MultiheadAttention PReLU RMSNorm RNN
    RNNCell RReLU SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink Softsign Tanh Tanhshrink
    TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer""".split()
)
"""Layers that give floats, of the dtype of those that they are given."""
ANY_FLOATS = frozenset(
    """complex cosine_embedding_loss eig eigvals fft fft2 fftn hfft ifft ifft2 ifftn ihfft irfft irfft2 irfftn istft
    polar rfft rfft2 rfftn stft view_as_complex CosineEmbeddingLoss""".split()
)
"""Those that give floats or complex numbers, not always of the dtype that they are given."""
MAGNITUDES = frozenset(
    """abs absolute angle cosine_similarity dist eigvalsh imag l1_loss matrix_norm norm pairwise_distance real
    smooth_l1_loss std svdvals triplet_margin_loss var vector_norm view_as_real L1Loss PairwiseDistance SmoothL1Loss
    TripletMarginLoss""".split()
)
"""Those that give real numbers of complex ones, or may."""
OF_DATA = frozenset("as_tensor asarray from_numpy tensor".split())
"""Those that give the dtype of an array of NumPy, or of a Tensor, and of numbers what fits these."""
MASKS = frozenset("generate_square_subsequent_mask".split())
"""Those of layers that make a mask."""
FILLED = frozenset(
    """bartlett_window blackman_window empty eye fftfreq generate_square_subsequent_mask hamming_window hann_window
    kaiser_window linspace logspace normal ones rand randn rfftfreq zeros""".split()
)
"""Those that give real floats unless a dtype is passed; masks are made by a method of a layer, too."""
HELD = frozenset("Buffer Parameter".split())
"""What a layer holds, of the dtype of the Tensor that it is made of."""
LIKE = frozenset(
    """empty_like full_like new_empty new_full new_ones new_zeros ones_like rand_like randint_like randn_like
    zeros_like""".split()
)
"""Those that give the dtype of their first Tensor unless one is passed."""
KEEP_DTYPE = frozenset(
    """abs absolute adjoint alpha_dropout amax amin as_strided avg_pool1d avg_pool2d avg_pool3d bernoulli
    broadcast_to cartesian_prod ceil channel_shuffle clone combinations conj conj_physical constant_pad_nd
    contiguous cpu cuda detach diag diag_embed diagflat diagonal diagonal_scatter dropout dropout1d dropout2d
    dropout3d expand expand_as fix flatten flip fliplr flipud floor gather hardtanh heaviside imag index_add
    index_fill index_put index_select interpolate masked_fill masked_scatter masked_select matrix_exp matrix_power
    max_pool1d max_pool2d max_pool3d median moveaxis movedim msort nan_to_num nanmedian narrow narrow_copy neg
    negative pad pad_sequence permute pixel_shuffle pixel_unshuffle positive ravel real rearrange relu relu6 repeat
    repeat_interleave reshape reshape_as resolve_conj resolve_neg roll rot90 round scatter scatter_add
    scatter_reduce select select_scatter sgn sign slice_scatter squeeze swapaxes swapdims t take take_along_dim
    threshold tile to_dense transpose tril triu trunc unflatten unfold unsqueeze view view_as view_as_real
    AlphaDropout AvgPool1d AvgPool2d AvgPool3d ChannelShuffle ConstantPad1d ConstantPad2d ConstantPad3d Dropout
    Dropout1d Dropout2d Dropout3d Flatten Hardtanh Identity MaxPool1d MaxPool2d MaxPool3d PixelShuffle
    PixelUnshuffle ReLU ReLU6 ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d
    ReplicationPad3d Threshold Unflatten Upsample UpsamplingBilinear2d UpsamplingNearest2d ZeroPad1d ZeroPad2d
    ZeroPad3d""".split()
)
"""Those whose result has the dtype of their first Tensor."""
SUMS = frozenset("cumprod cumsum nansum prod sum trace vander".split())
"""Those that keep the dtype of floats, and give int64 of integers and truth values, unless a dtype is passed."""
SEVERAL = frozenset(
    """aminmax atleast_1d atleast_2d atleast_3d broadcast_tensors cat chunk column_stack concat concatenate dsplit
    dstack hsplit hstack meshgrid row_stack split split_with_sizes stack tensor_split unbind vsplit
    vstack""".split()
)
"""Those that give, or are given, several Tensors of one dtype."""
WITH_INDICES = frozenset(
    """adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d cummax cummin kthvalue max max_pool1d max_pool2d
    max_pool3d median min mode nanmedian pad_packed_sequence sort topk unique unique_consecutive MaxPool1d MaxPool2d
    MaxPool3d""".split()
)
"""Those that give the dtype of their first Tensor, and int64 indices or lengths where they give several values."""
BETWEEN = frozenset(
    """add clamp clamp_max clamp_min clip fmax fmin fmod max maximum min minimum mul multiply pow remainder sub
    subtract where""".split()
)
"""Those that promote Tensors and numbers as operators do, or keep the dtype of a single Tensor."""
PRODUCTS = frozenset(
    """addbmm addcdiv addcmul addmm addmv addr baddbmm bilinear block_diag bmm chain_matmul conv1d conv2d conv3d
    conv_transpose1d conv_transpose2d conv_transpose3d cross diff dot einsum embedding ger inner kron l1_loss lerp
    linear matmul mm multi_dot mv outer solve square tensordot vdot vecdot L1Loss""".split()
)
"""Those that promote Tensors so where these are of floats, and what else they are given does not count."""
QUOTIENTS = frozenset(
    """arctan2 atan2 binary_cross_entropy_with_logits copysign cosine_similarity cov cross_entropy dist div divide
    gaussian_nll_loss huber_loss hypot kl_div ldexp logaddexp logaddexp2 margin_ranking_loss mse_loss
    multilabel_soft_margin_loss pairwise_distance poisson_nll_loss smooth_l1_loss trapezoid trapz
    triplet_margin_loss true_divide xlogy BCEWithLogitsLoss CosineSimilarity CrossEntropyLoss GaussianNLLLoss
    HuberLoss KLDivLoss MSELoss MarginRankingLoss MultiLabelSoftMarginLoss PairwiseDistance PoissonNLLLoss
    SmoothL1Loss TripletMarginLoss""".split()
)
"""Those that promote Tensors so, and give floats whatever they are given, or refuse other real numbers."""
