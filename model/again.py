"""The same configurations once more, on other hardware or at other loads: each row with loads of its own."""

from dataclasses import replace

import numpy as np

from model.pools import Pools, disaggregated
from model.serving import Load, Pace, Served, aggregate
from model.sweep import Case, Swept, paces, shaped, transfer_s
from model.work import Deployment

LAYOUT = ("tp", "ep", "dp", "workers", "prefill_tp", "prefill_ep", "prefill_dp", "prefill_workers", "chips")


def again(case: Case, row: dict[str, np.ndarray], concurrency: np.ndarray, held: np.ndarray = np.inf) -> Swept:
    """What the configurations `row` (arrays of `Swept.picked` [k]) deliver at `concurrency` [k, n or 1].

    Degrees of parallelism and the numbers of workers stay; rows of one pool have no prefill workers. An engine can be
    told how many sequences a worker may hold at a time: no more than `held` [k, n].
    """
    load = Load(case.prompt, case.answer, np.asarray(concurrency, float))
    decode = Deployment(row["tp"], row["ep"], row["dp"])
    pace, why = paces(case, decode)
    pace = shaped(pace, (-1, 1))
    pace = replace(pace, room=np.minimum(pace.room, held))
    if row["prefill_workers"].any():
        prefill, why_not = paces(case, Deployment(row["prefill_tp"], row["prefill_ep"], row["prefill_dp"]))
        served, why = _two_pools(case, row, load, (shaped(prefill, (-1, 1)), pace)), np.where(why > 0, why, why_not)
    else:
        served = aggregate(pace, case.factors, load)
    reason = np.broadcast_to(why[:, None], np.broadcast_shapes(np.shape(pace.room), load.concurrency.shape))
    found = [np.where(reason > 0, np.nan, v) for v in (served.tpot_s, served.ttft_s, served.requests_s, served.running)]
    tpot, ttft, rate, running = found
    layout = {name: row[name][:, None] for name in LAYOUT}
    tput = rate * case.answer / layout["chips"]
    return Swept(
        **layout, concurrency=load.concurrency, tpot_s=tpot, ttft_s=ttft, tput=tput, running=running, reason=reason
    )


def _two_pools(case: Case, row: dict[str, np.ndarray], load: Load, both: tuple[Pace, Pace]) -> Served:
    """Steady state of the pairs of workers."""
    counts = row["prefill_workers"][:, None], row["workers"][:, None]
    pools = Pools(*counts, transfer_s(case, row["prefill_tp"])[:, None])
    return disaggregated(*both, case.factors, load, pools)
