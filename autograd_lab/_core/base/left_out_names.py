"""The list of what PyTorch 2.13 has and autograd_lab has not: reason → namespaces → names.

left_out.py makes the sentence. To a reason without a semicolon it adds "for that, use PyTorch itself". A name that is
there is not looked for here, and tests/base/test_left_out.py says when a word is stale, or missing.
"""

LEFT_OUT: dict[str, dict[str, str]] = {
    # ----- kinds of tensors ----------------------------------------------------------------------------------------
    "complex numbers, and so Fourier transforms, are left out: a tensor holds real numbers, integers or booleans": {
        "torch": """bartlett_window blackman_window complex complex128 complex32 complex64 conj fft hamming_window
            hann_window is_conj is_neg kaiser_window polar real resolve_conj resolve_neg signal view_as_complex
            view_as_complex_copy view_as_real view_as_real_copy""",
        "torch Tensor": "angle cdouble cfloat chalf conj_physical conj_physical_ imag isreal istft stft",
        "linalg": "eig eigvals",
    },
    "sparse, nested and masked tensors are left out: every tensor here is strided": {
        "torch": """ccol_indices_copy col_indices_copy crow_indices_copy dsmm hsmm hspmm indices_copy jagged masked
            nested row_indices_copy saddmm sparse sparse_bsc sparse_bsc_tensor sparse_bsr sparse_bsr_tensor
            sparse_compressed_tensor sparse_coo sparse_coo_tensor sparse_csc sparse_csc_tensor sparse_csr
            sparse_csr_tensor values_copy""",
        "torch Tensor": "resize_as_sparse_ smm sspaddmm",
        "Tensor": """ccol_indices coalesce col_indices crow_indices dense_dim indices is_coalesced row_indices
            sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ to_dense to_padded_tensor to_sparse
            to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr values""",
    },
    "quantization is left out: use float32 or float64": {
        "torch": """ao choose_qparams_optimized empty_quantized fake_quantize_per_channel_affine
            fake_quantize_per_tensor_affine fbgemm_linear_fp16_weight fbgemm_linear_fp16_weight_fp32_activation
            fbgemm_linear_int8_weight fbgemm_linear_int8_weight_fp32_activation fbgemm_linear_quantize_weight
            fbgemm_pack_gemm_matrix_fp16 fbgemm_pack_quantized_matrix fused_moving_avg_obs_fake_quant per_channel_affine
            per_channel_affine_float_qparams per_channel_symmetric per_tensor_affine per_tensor_symmetric qint32 qint8
            quantization quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic quantized_batch_norm
            quantized_gru quantized_gru_cell quantized_lstm quantized_lstm_cell quantized_max_pool1d
            quantized_max_pool2d quantized_max_pool3d quantized_rnn_relu_cell quantized_rnn_tanh_cell quint2x4 quint4x2
            quint8""",
        "torch Tensor": """dequantize int_repr q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale
            q_zero_point qscheme""",
        "nn": "intrinsic qat quantizable quantized",
        "nn.functional": "ScalingType SwizzleType grouped_mm scaled_grouped_mm scaled_mm",
    },
    "half precision beyond float16 is left out: use float32": {
        "torch": """autocast_decrement_nesting autocast_increment_nesting clear_autocast_cache
            float4_e2m1fn_x2 float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu
            get_autocast_cpu_dtype get_autocast_dtype get_autocast_gpu_dtype get_autocast_ipu_dtype
            get_autocast_xla_dtype is_autocast_cache_enabled is_autocast_cpu_enabled
            is_autocast_ipu_enabled is_autocast_xla_enabled set_autocast_cache_enabled set_autocast_cpu_dtype
            set_autocast_cpu_enabled set_autocast_dtype set_autocast_enabled set_autocast_gpu_dtype
            set_autocast_ipu_dtype set_autocast_ipu_enabled set_autocast_xla_dtype set_autocast_xla_enabled""",
        "torch Tensor nn.Module": "bfloat16",
        "torch cuda": "BFloat16Tensor",
    },
    "integers other than int8 to int64 and uint8 are left out; use the next larger type": {
        "torch": """bit bits16 bits1x8 bits2x4 bits4x2 bits8 int1 int2 int3 int4 int5 int6 int7 uint1 uint16 uint2 uint3
            uint32 uint4 uint5 uint6 uint64 uint7""",
    },
    "storages are left out: memory is NumPy's; x.numpy() shares it, and x.data_ptr() says where it is": {
        "torch": """QInt32Storage QInt8Storage QUInt2x4Storage QUInt4x2Storage QUInt8Storage Storage StorageBase
            TypedStorage UntypedStorage from_dlpack from_file frombuffer storage to_dlpack""",
        "torch cuda": """BFloat16Storage BoolStorage ByteStorage CharStorage ComplexDoubleStorage ComplexFloatStorage
            DoubleStorage FloatStorage HalfStorage IntStorage LongStorage ShortStorage""",
        "Tensor": "const_data_ptr is_set_to pin_memory share_memory_ storage_type",
        "nn.Module": "share_memory",
        "utils": "dlpack",
    },
    "orders of memory are left out: a new tensor is contiguous": {
        "torch": "channels_last channels_last_3d empty_permuted empty_strided legacy_contiguous_format",
        "Tensor": "dim_order new_empty_strided",
        "nn.utils": "convert_conv2d_weight_memory_format convert_conv3d_weight_memory_format memory_format",
    },
    # ----- where and how programs run ------------------------------------------------------------------------------
    "anything but the CPU is left out: every tensor here lies in ordinary memory": {
        "torch": """DeviceObjType StreamObjType cpu get_device get_device_module is_vulkan_available mps mtia
            profiler_allow_cudagraph_cupti_lazy_reinit_cuda12 xpu""",
        "torch cuda": "AcceleratorError Event OutOfMemoryError Stream",
        "Tensor": "record_stream to_mkldnn",
        "Tensor nn.Module": "ipu mtia xpu",
        "accelerator": """Graph current_device_idx current_device_index device_index empty_cache empty_host_cache
            get_memory_info set_device_idx set_device_index synchronize""",
        "accelerator cuda": """current_stream get_device_capability graphs max_memory_allocated max_memory_reserved
            memory memory_allocated memory_reserved memory_stats reset_accumulated_memory_stats reset_peak_memory_stats
            set_stream""",
        "autograd.graph": "set_override_stale_capture_stream set_warn_on_accumulate_grad_stream_mismatch",
        "cuda": """BoolTensor ByteTensor CUDAGraph CUDAPluggableAllocator CharTensor CudaError DeferredCudaCallError
            DoubleTensor ExternalStream FloatTensor GreenContext HalfTensor IntTensor LongTensor MemPool ShortTensor
            StreamContext caching_allocator_alloc caching_allocator_delete caching_allocator_disabled
            caching_allocator_enable can_device_access_peer change_current_allocator check_error classproperty
            clock_rate comm cudaStatus cudart current_blas_handle current_solver_handle default_generators
            default_stream device device_memory_used device_of gds get_allocator_backend get_arch_list get_device_name
            get_device_properties get_gencode_flags get_per_process_memory_fraction get_rng_state get_rng_state_all
            get_stream_from_external get_sync_debug_mode graph graph_pool_handle green_contexts has_half has_magma
            host_memory_stats host_memory_stats_as_nested_dict init initial_seed ipc_collect is_bf16_supported
            is_current_stream_capturing is_initialized is_tf32_supported jiterator list_gpu_processes
            make_graphed_callables max_memory_cached mem_get_info memory_cached memory_snapshot
            memory_stats_as_nested_dict memory_summary memory_usage nccl nvtx power_draw profiler random
            reset_accumulated_host_memory_stats reset_max_memory_allocated reset_max_memory_cached
            reset_peak_host_memory_stats seed seed_all set_device set_per_process_memory_fraction set_rng_state
            set_rng_state_all set_sync_debug_mode sparse stream streams temperature tunable use_mem_pool utilization""",
        "nn.Module": "cuda",
    },
    "compiling and exporting are left out: the program runs as it is written": {
        "torch": """AliasDb AnyType Argument ArgumentSpec AwaitType Block BoolType CallStack Capsule ClassType Code
            CompilationUnit CompleteArgumentSpec ComplexType ConcreteModuleType ConcreteModuleTypeBuilder
            DeepCopyMemoTable DeserializationStorageContext DictType EnumType ErrorReport ExecutionPlan FileCheck
            FloatType FunctionSchema Future FutureType Gradient Graph GraphExecutorState IODescriptor InferredType
            IntType InterfaceType JITException ListType LiteScriptModule Node NoneType NumberType OperatorInfo
            OptionalType PyObjectType PyTorchFileReader PyTorchFileWriter RRefType ScriptClass ScriptClassFunction
            ScriptDict ScriptDictIterator ScriptDictKeyIterator ScriptFunction ScriptList ScriptListIterator
            ScriptMethod ScriptModule ScriptModuleSerializer ScriptObject ScriptObjectProperty
            SerializationStorageContext StaticModule StringType SymBool SymBoolType SymFloat SymInt SymIntType
            TensorType TracingState TupleType Type UnionType Use Value compile compiler cond contrib export fork fx
            import_ir_module import_ir_module_from_buffer merge_type_from_type_comment nativert onnx package parse_ir
            parse_schema parse_type_comment sym_constrain_range sym_constrain_range_for_size sym_float sym_fresh_size
            sym_int sym_ite sym_max sym_min sym_not sym_sqrt sym_sum unify_type_list wait while_loop""",
        "func": "functionalize",
        "utils": "bundled_inputs cpp_extension jit mobile_optimizer",
        "nn.Module": "compile",
        "nn.functional": "BroadcastingList1 BroadcastingList2 BroadcastingList3 assert_int_or_pair boolean_dispatch",
    },
    "working on several machines or processes is left out": {
        "torch": "futures multiprocessing numa prepare_multiprocessing_environment",
        "torch Tensor": "is_distributed",
        "nn": "SyncBatchNorm",
        "nn.parallel": """DistributedDataParallel DistributedDataParallelCPU comm data_parallel distributed gather
            parallel_apply replicate scatter scatter_gather""",
        "utils.data": "DistributedSampler distributed",
    },
    "profiling is left out: autograd_lab.record() shows what backward does": {
        "torch": """AVG AggregationType BenchmarkConfig BenchmarkExecutionStats LockingLogger LoggerBase NoopLogger SUM
            ThroughputBenchmark monitor profiler""",
        "autograd": """DeviceType ProfilerActivity ProfilerConfig ProfilerEvent ProfilerState kineto_available profiler
            profiler_legacy profiler_util""",
        "utils": "ThroughputBenchmark flop_counter module_tracker tensorboard throughput_benchmark viz",
    },
    "measuring time is left out; Python's timeit does it, and %timeit in a notebook": {"utils": "benchmark"},
    "loading libraries and models is left out": {"torch": "classes cpp hub library ops", "utils": "model_zoo"},
    "inner parts and switches of PyTorch are left out": {
        "torch": """DisableTorchFunction DisableTorchFunctionSubclass DispatchKey DispatchKeySet ExcludeDispatchKeyGuard
            FatalError PRIVATE_OPS Tag USE_GLOBAL_DEPS USE_RTLD_GLOBAL_WITH_LIBTORCH batch_norm_backward_elemt
            batch_norm_backward_reduce batch_norm_elemt batch_norm_gather_stats batch_norm_gather_stats_with_counts
            batch_norm_stats batch_norm_update_stats classproperty compiled_with_cxx11_abi cudnn_affine_grid_generator
            cudnn_batch_norm cudnn_convolution cudnn_convolution_add_relu cudnn_convolution_relu
            cudnn_convolution_transpose cudnn_grid_sampler cudnn_is_acceptable frobenius_norm
            get_deterministic_debug_mode get_file_path get_float32_matmul_precision get_num_interop_threads has_lapack
            has_mkl has_openmp has_spectral init_num_threads is_deterministic_algorithms_warn_only_enabled
            miopen_batch_norm miopen_convolution miopen_convolution_add_relu miopen_convolution_relu
            miopen_convolution_transpose miopen_ctc_loss miopen_depthwise_convolution miopen_rnn
            mkldnn_adaptive_avg_pool2d mkldnn_convolution mkldnn_linear_backward_weights mkldnn_max_pool2d
            mkldnn_max_pool3d mkldnn_rnn_layer native_batch_norm native_channel_shuffle native_dropout native_group_norm
            native_layer_norm native_norm nuclear_norm overrides serialization set_deterministic_debug_mode
            set_float32_matmul_precision set_flush_denormal set_num_interop_threads thread_safe_generator torch_version
            types version windows""",
        "torch Tensor": "hash_tensor slice_inverse",
        "Tensor": "grad_dtype module_load",
        "autograd": """NestedIOFunction SavedTensor enforce_grad_layout_policy is_multithreading_enabled
            is_view_replay_enabled set_multithreading_enabled""",
        "backends": """cpu cusparselt kleidiai m mha miopen mkl mkldnn nnpack openmp opt_einsum python_native quantized
            xeon xnnpack""",
        "backends.cudnn": "m rnn",
        "func": "debug_unwrap",
        "nn": "attention backends common_types cpp factory_kwargs grad",
        "nn.Module": "T_destination call_super_init dump_patches",
        "nn.functional": "grad native_channel_shuffle",
        "nn.utils": "fusion init stateless",
        "nn.utils.rnn": "bind copy_method_params",
        "optim": "swap_in_optimizer_params_and_state",
        "utils": """backcompat backend_registration collect_env cpp_backtrace debug_log deterministic file_baton
            generate_methods_for_privateuse1_backend get_cpp_backtrace hipify mkldnn model_dump
            rename_privateuse1_backend serialization set_module show_pickle swap_tensors weak""",
        "utils.data": """argument_validation backward_compatibility graph graph_settings
            guaranteed_datapipes_determinism non_deterministic runtime_validation runtime_validation_disabled""",
        "autograd.graph": "increment_version",
    },
    # ----- derivatives ---------------------------------------------------------------------------------------------
    "hooks on several gradients together are left out; give each tensor one, with register_hook": {
        "autograd.graph": "register_multi_grad_hook",
    },
    "taking a batch of sequences apart is left out; cut each one off at its length": {
        "nn.utils.rnn": "unpack_sequence unpad_sequence",
    },
    "this helper of torch.func is left out: its derivatives, vmap and functional_call are there": {
        "func": "rearrange replace_all_batch_norm_modules_",
    },
    "forward mode is left out; autograd.grad gives v·J, so a Jacobian takes one backward for each of its rows": {
        "autograd.forward_ad": "UnpackedDualTensor dual_level enter_dual_level exit_dual_level make_dual unpack_dual",
        "func": "jvp linearize",
    },
    "computing values again to save memory is left out; saved_tensors_hooks decide what is kept, and where": {
        "autograd.graph": "allow_mutation_on_saved_tensors region_activation_memory_budget",
        "utils": "checkpoint",
    },
    # ----- networks ------------------------------------------------------------------------------------------------
    "what recurrent layers call is left out; call the layers: nn.RNN, nn.LSTM, nn.GRU, or their cells": {
        "torch": "gru gru_cell lstm lstm_cell rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell",
    },
    "what affine_grid and grid_sample call is left out; call them, in torch.nn.functional": {
        "torch": "affine_grid_generator grid_sampler grid_sampler_2d grid_sampler_3d",
    },
    "pooling in three dimensions is left out: there is that in one and two": {
        "torch": "max_pool3d",
        "nn": """AdaptiveAvgPool3d AdaptiveMaxPool3d AvgPool3d
            Dropout3d FractionalMaxPool3d LPPool3d MaxPool3d MaxUnpool3d""",
        "nn.functional": """adaptive_avg_pool3d adaptive_max_pool3d adaptive_max_pool3d_with_indices avg_pool3d
            dropout3d fractional_max_pool3d fractional_max_pool3d_with_indices lp_pool3d max_pool3d
            max_pool3d_with_indices max_unpool3d""",
    },
    "what PyTorch tests itself with is left out: assert_close is there, and rand or randn draw": {
        "testing": "FileCheck assert_allclose make_tensor",
    },
    "this way to begin is left out; fill the tensor under torch.no_grad()": {
        "nn.init": "dirac dirac_ sparse sparse_",
    },
    "taking weights out of a network is left out; a mask does it: parametrize the weight, or multiply it by one": {
        "nn.utils": "prune",
    },
    "modules without numbers are left out; give them their sizes": {
        "nn.Module": "to_empty",
        "nn.utils": "skip_init",
    },
    "this way to make weights of others is left out; compute the weight in forward, from parameters of your own": {
        "nn.utils": """convert_parameters parameters_to_vector parametrizations parametrize remove_spectral_norm
            spectral_norm vector_to_parameters""",
    },
    "joining data sets side by side, or streams, is left out; write a Dataset that asks each of them": {
        "utils.data": "ChainDataset StackDataset",
    },
    "joining a layer with its normalisation is left out; in evaluation both give what one layer would give": {
        "nn.utils": "fuse_conv_bn_eval fuse_conv_bn_weights fuse_linear_bn_eval fuse_linear_bn_weights",
    },
    "this layer, or its function, is left out: build it from those that are there": {
        "torch": """adaptive_max_pool1d alpha_dropout alpha_dropout_ celu celu_ channel_shuffle conv_tbc convolution
            ctc_loss embedding_renorm_ feature_alpha_dropout feature_alpha_dropout_ hinge_embedding_loss
            margin_ranking_loss poisson_nll_loss rrelu rrelu_ threshold threshold_""",
        "nn": """AdaptiveLogSoftmaxWithLoss AdaptiveMaxPool1d AlphaDropout Bilinear CELU CTCLoss ChannelShuffle
            CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad3d CosineEmbeddingLoss CrossMapLRN2d
            Dropout1d FeatureAlphaDropout Fold FractionalMaxPool2d GLU GaussianNLLLoss Hardshrink Hardsigmoid Hardswish
            HingeEmbeddingLoss LPPool1d LPPool2d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d
            LinearCrossEntropyLoss LinearCrossEntropyOptions
            LocalResponseNorm MarginRankingLoss MaxUnpool1d MaxUnpool2d Mish MultiLabelMarginLoss
            MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss2d PairwiseDistance PixelUnshuffle PoissonNLLLoss RReLU
            ReflectionPad3d ReplicationPad3d SoftMarginLoss Softmax2d Softmin Softshrink Softsign Tanhshrink
            Threshold TripletMarginLoss TripletMarginWithDistanceLoss Unflatten Unfold UpsamplingBilinear2d
            UpsamplingNearest2d ZeroPad1d ZeroPad3d""",
        "nn.functional": """adaptive_max_pool1d adaptive_max_pool1d_with_indices adaptive_max_pool2d_with_indices
            alpha_dropout bilinear celu celu_ channel_shuffle conv_tbc cosine_embedding_loss ctc_loss dropout1d elu_
            feature_alpha_dropout
            fold fractional_max_pool2d fractional_max_pool2d_with_indices gaussian_nll_loss glu gumbel_softmax
            hardshrink hardsigmoid hardswish hardtanh_ hinge_embedding_loss leaky_relu_
            linear_cross_entropy local_response_norm lp_pool1d lp_pool2d margin_ranking_loss max_pool1d_with_indices
            max_pool2d_with_indices max_unpool1d max_unpool2d mish multi_head_attention_forward multi_margin_loss
            multilabel_margin_loss multilabel_soft_margin_loss pairwise_distance pdist pixel_unshuffle
            poisson_nll_loss relu_ rrelu rrelu_ selu_ soft_margin_loss softmin softshrink softsign tanhshrink
            threshold threshold_ triplet_margin_loss triplet_margin_with_distance_loss upsample_bilinear
            upsample_nearest""",
        "torch Tensor": "hardshrink",
    },
    "this part of modules is left out: parameters, buffers, parts, hooks on calls and state_dict are there": {
        "torch": "BufferDict ModuleDict ParameterDict",
        "nn": "Buffer Container",
        "nn.Module": """get_buffer get_extra_state get_parameter register_backward_hook register_full_backward_pre_hook
            register_load_state_dict_post_hook register_load_state_dict_pre_hook register_module
            register_state_dict_post_hook register_state_dict_pre_hook set_extra_state set_submodule type""",
    },
    "this optimizer is left out: those from SGD to Adam and LBFGS are there": {
        "optim": "ASGD Adafactor Muon NAdam RAdam Rprop SparseAdam asgd nadam radam rprop sparse_adam",
    },
    "averages of a model's parameters are left out; keep a copy, and move it by torch.lerp": {
        "optim": "swa_utils",
    },
    "this schedule is left out; LambdaLR takes any function of the epoch": {
        "optim.lr_scheduler": """ChainedScheduler ConstantLR CosineAnnealingWarmRestarts CyclicLR MultiplicativeLR
            PolynomialLR""",
    },
    "this way to feed data is left out: a Dataset, a list or any iterable of batches will do": {
        "utils.data": "DFIterDataPipe DataChunk IterDataPipe MapDataPipe datapipes functional_datapipe",
    },
    # ----- names ---------------------------------------------------------------------------------------------------
    "in torch it gives several results; call it in torch.nn.functional": {
        "torch": "embedding_bag max_pool1d_with_indices",
    },
    "in torch it takes its arguments in another form; call it in torch.nn.functional": {
        "torch": """batch_norm binary_cross_entropy_with_logits cosine_embedding_loss dropout_ feature_dropout
            feature_dropout_ instance_norm kl_div triplet_margin_loss""",
    },
    "functions that copy where others give views are left out; call clone() on the view": {
        "torch": """alias_copy as_strided_copy detach_copy diagonal_copy expand_copy permute_copy select_copy slice_copy
            split_copy split_with_sizes_copy squeeze_copy t_copy transpose_copy unbind_copy unfold_copy unsqueeze_copy
            view_copy""",
        "torch Tensor": "narrow_copy",
    },
    "names that PyTorch itself gave up are left out: its documentation has their successors": {
        "torch": "matrix_rank",
        "torch Tensor": "eig lstsq solve symeig",
        "Tensor": "reinforce",
    },
    "the two halves of clip_grad_norm_ are left out; call clip_grad_norm_ itself": {
        "nn.utils": "clip_grads_with_norm_ get_total_norm",
    },
    "resize without an underscore, of which PyTorch warns, is left out; call reshape": {
        "Tensor": "resize resize_as",
    },
    # ----- operations ----------------------------------------------------------------------------------------------
    "this distribution is left out: the usual ones from Normal to Categorical are there": {
        "torch": "binomial poisson quasirandom",
        "distributions": """AbsTransform AffineTransform Beta Binomial CatTransform Cauchy Chi2 ComposeTransform
            ContinuousBernoulli CorrCholeskyTransform CumulativeDistributionTransform Dirichlet ExpTransform
            Exponential ExponentialFamily FisherSnedecor Gamma GeneralizedPareto Geometric Gumbel HalfCauchy
            HalfNormal IndependentTransform InverseGamma Kumaraswamy LKJCholesky Laplace LogNormal LogisticNormal
            LowRankMultivariateNormal LowerCholeskyTransform MixtureSameFamily Multinomial NegativeBinomial
            OneHotCategorical OneHotCategoricalStraightThrough Pareto Poisson PositiveDefiniteTransform
            PowerTransform RelaxedBernoulli RelaxedOneHotCategorical ReshapeTransform SigmoidTransform
            SoftmaxTransform SoftplusTransform StackTransform StickBreakingTransform StudentT TanhTransform
            Transform TransformedDistribution Uniform VonMises Weibull Wishart beta biject_to binomial cauchy chi2
            constraint_registry continuous_bernoulli dirichlet exp_family exponential fishersnedecor gamma
            generalized_pareto geometric gumbel half_cauchy half_normal identity_transform inverse_gamma kumaraswamy
            laplace lkj_cholesky log_normal logistic_normal lowrank_multivariate_normal mixture_same_family
            multinomial negative_binomial one_hot_categorical pareto poisson register_kl relaxed_bernoulli
            relaxed_categorical studentT transform_to transformed_distribution transforms uniform von_mises weibull
            wishart""",
        "Tensor": "cauchy_ geometric_ log_normal_",
    },
    "torch.special is left out; functions that torch has too (erf, expm1, sigmoid …) are there": {"torch": "special"},
    "operations outside the table are left out; write it from those inside, add a row, or use PyTorch itself": {
        "torch": """abs_ acos_ acosh_ arccos_ arcsin_ arctan_ asarray asin_ asinh_ atan_ atanh_ atleast_1d atleast_2d
            atleast_3d block_diag bucketize cartesian_prod ceil_ chain_matmul clamp_ clamp_max_ clamp_min_ clip_
            column_stack combinations cos_ cosh_ cumulative_trapezoid detach detach_ dstack erf_ erfc_
            exp2_ exp_ expm1_ fill floor_ gradient histogramdd iinfo index_put_ is_complex is_storage
            isin kron lobpcg log10_ log1p_ log2_ log_ logit_ logspace lu_unpack neg_ negative_
            norm_except_dim pairwise_distance pca_lowrank pdist randint_like reciprocal_ relu_ result_type
            round_ row_stack rsqrt_ scalar_tensor searchsorted segment_reduce selu_ sigmoid_ sin_ sinh_ sqrt_
            square_ std_mean svd_lowrank tan_ tanh_ trapezoid trapz tril_indices triu_indices trunc_ unravel_index
            vander zero_""",
        "torch Tensor": """acosh addbmm addmv addmv_ addr adjoint aminmax arccosh arccosh_ arcsinh arcsinh_ arctan2
            arctanh arctanh_ argwhere as_strided_ as_strided_scatter asinh atanh bitwise_left_shift
            bitwise_right_shift cholesky cholesky_inverse cholesky_solve copysign corrcoef count_nonzero cov cummax
            cummin deg2rad deg2rad_ diagflat diagonal_scatter dist dsplit erfc erfinv fix fix_ fliplr flipud
            float_power fmax fmin fmod frac frac_ frexp gcd gcd_ geqrf ger greater greater_equal heaviside histc
            hsplit hypot i0 i0_ igamma igammac index_copy index_fill index_reduce inner is_nonzero is_same_size
            is_signed isneginf isposinf kthvalue lcm lcm_ ldexp ldexp_ less less_equal logaddexp logaddexp2
            logcumsumexp logdet lu lu_solve masked_scatter matrix_exp matrix_power mode moveaxis msort mvlgamma
            nan_to_num nan_to_num_ nanmean nanmedian nanquantile nansum nextafter nonzero_static not_equal orgqr ormqr
            pinverse polygamma positive put qr quantile rad2deg rad2deg_ renorm resize_as_ rot90 scatter_reduce
            select_scatter signbit sinc sinc_ slice_scatter slogdet swapdims take take_along_dim tensor_split
            triangular_solve unique_consecutive unsafe_chunk unsafe_split_with_sizes vdot vsplit xlogy xlogy_""",
        "Tensor": """H acosh_ addbmm_ addr_ apply_ arctan2_ as_subclass asinh_ atanh_ bernoulli_ bitwise_left_shift_
            bitwise_right_shift_ conj copysign_ cumprod_ cumsum_ digamma_ eq_ erfc_ erfinv_ exponential_
            fill_diagonal_ float_power_ fmod_ ge_ greater_ greater_equal_ gt_ heaviside_ hypot_ igamma_ igammac_
            index index_copy_ index_fill_ index_reduce_ is_conj is_ipu is_maia is_mtia is_neg is_pinned is_vulkan
            is_xla kron le_ less_ less_equal_ lgamma_ lt_ mH map2_ map_ masked_scatter_ mvlgamma_ ne_ nextafter_
            not_equal_ polygamma_ put_ renorm_ resize_ resolve_conj resolve_neg scatter_reduce_ set_ swapaxes_
            swapdims_ volatile""",
        "linalg": """cholesky_ex cond diagonal householder_product inv_ex ldl_factor ldl_factor_ex ldl_solve lu
            lu_factor lu_factor_ex lu_solve matrix_exp matrix_norm matrix_power matrix_rank multi_dot pinv slogdet
            solve_ex solve_triangular svdvals tensorinv tensorsolve vander vecdot""",
    },
}
