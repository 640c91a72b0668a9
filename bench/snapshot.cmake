# SPDX-License-Identifier: Apache-2.0
cardinal_bench(snapshot LIBS core_provider core_sim)
