# SPDX-License-Identifier: Apache-2.0
cardinal_bench(quality LIBS core_quality core_base)
