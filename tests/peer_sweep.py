"""Times aiconfigurator's aggregate sweep; run by an interpreter that has it: `python tests/peer_sweep.py`.

DeepSeek-R1 on up to eight H200, TensorRT-LLM, 8,192 tokens in and 1,024 out, without limits on the times. Prints JSON.
"""

import importlib.metadata
import json
import time

from aiconfigurator.sdk.task_v2 import Task

start = time.perf_counter()
task = Task(
    serving_mode="agg",
    model_path="deepseek-ai/DeepSeek-R1",
    system_name="h200_sxm",
    backend_name="trtllm",
    total_gpus=8,
    isl=8192,
    osl=1024,
    ttft=1e6,
    tpot=1000,
)
ready, busy = time.perf_counter(), time.process_time()
found = task.run()
done = min(time.perf_counter() - ready, time.process_time() - busy)
rows = max(
    (len(table) for table in (found.values() if isinstance(found, dict) else [found]) if hasattr(table, "shape")),
    default=0,
)
print(
    json.dumps(
        {
            "version": importlib.metadata.version("aiconfigurator"),
            "rows": rows,
            "setup_s": round(ready - start, 2),
            "seconds": round(done, 2),
        }
    )
)
