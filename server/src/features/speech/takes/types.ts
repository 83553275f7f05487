export type { Findings, StoredPlan, StoredRequest, StoredUnit } from "../../../core/json-columns/speech.ts";

export type CheckState = "none" | "running" | "done" | "failed" | "unsupported";
