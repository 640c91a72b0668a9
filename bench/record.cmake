# SPDX-License-Identifier: Apache-2.0
cardinal_bench(record LIBS core_record core_provider core_sim)
