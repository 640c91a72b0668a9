# SPDX-License-Identifier: Apache-2.0
cardinal_bench(pending LIBS core_alloc core_provider core_sim)
