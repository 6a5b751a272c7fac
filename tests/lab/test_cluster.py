"""A Dask cluster gives the same bytes, also if it loses a worker."""

import os
import signal

import pytest
from studies import plan_of, play

from parlour.lab.cluster import Cluster


# Dask's own processes end when they like; what they leave open is not ours.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cluster_with_a_worker_killed_in_the_middle_gives_the_same_bytes(tmp_path):
    from distributed import LocalCluster

    plan = plan_of(chances=True)
    alone = play(plan, tmp_path / "alone")
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, local_directory=tmp_path
    ) as cluster:
        killed = []

        def kill_one(games):
            if not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        address = (cluster.scheduler_address, None, None, None, True)
        assert play(plan, tmp_path / "cluster", kill_one, cluster=address) == alone
    assert killed


def test_a_cluster_without_tls_has_to_be_called_insecure():
    with pytest.raises(ValueError, match=r"wire is pickle.*--insecure"):
        Cluster("tcp://127.0.0.1:9")
