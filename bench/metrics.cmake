# SPDX-License-Identifier: Apache-2.0
cardinal_bench(metrics LIBS core_metrics core_provider core_sim)
