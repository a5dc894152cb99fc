"""Times aiconfigurator's aggregate sweep; run by an interpreter that has it: `python tests/peer_sweep.py`.

DeepSeek-R1 on up to eight H200, TensorRT-LLM, 8,192 tokens in and 1,024 out, without limits on the times. Prints JSON.
It returns a row for some of the points that it visits, and visits each anew for every limit on TPOT that it tries.
"""

import importlib.metadata
import json
import time

from aiconfigurator.sdk.predictor import AnalyticPredictor
from aiconfigurator.sdk.task_v2 import Task

DEGREES = ("tp_size", "pp_size", "attention_dp_size", "moe_tp_size", "moe_ep_size")
visited, calls = set(), 0
predict = AnalyticPredictor.predict_agg_worker


def counted(self, **asked):
    """The peer's own prediction of one point; which points it visits, and how often it predicts one, is kept."""
    global calls
    calls += 1
    layout = tuple(getattr(asked["model"].config, name, None) for name in DEGREES)
    visited.add((layout, asked["runtime_config"].batch_size, asked["ctx_tokens"]))
    return predict(self, **asked)


AnalyticPredictor.predict_agg_worker = counted
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
            "points_visited": len(visited),
            "predictions": calls,
            "setup_s": round(ready - start, 2),
            "seconds": round(done, 2),
        }
    )
)
