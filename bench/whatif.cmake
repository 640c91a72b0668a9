# SPDX-License-Identifier: Apache-2.0
cardinal_bench(whatif LIBS core_plan core_sim core_alloc core_provider core_quality core_model core_base)
