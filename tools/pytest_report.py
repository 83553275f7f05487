# A pytest plugin that writes results in the format of Vitest's JSON report, which tools/requirements.ts and tools/ci read.
import json
import os
import pathlib

outcomes = {}


def pytest_runtest_logreport(report):
    # A test has a setup, a call and a teardown; the worst of the three is its outcome.
    # The node id alone does not distinguish schemathesis operations.
    name = f"{os.environ['REPORT_TITLE']} {report.fspath.rpartition('/')[2]} {report.head_line}"
    outcome = outcomes.setdefault(name, {"fullName": name, "status": "passed", "failureMessages": []})
    if report.failed:
        outcome["status"] = "failed"
        outcome["failureMessages"].append(report.longreprtext)
    elif report.skipped:
        reason = report.longrepr[2].removeprefix("Skipped: ")
        outcome.update(status="skipped", fullName=f"{name} [skipped: {reason}]")


def pytest_collectreport(report):
    if report.failed:
        pytest_runtest_logreport(report)


def pytest_sessionfinish():
    path = pathlib.Path(os.environ["REPORT_FILE"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"testResults": [{"assertionResults": list(outcomes.values())}]}, indent="\t") + "\n")
