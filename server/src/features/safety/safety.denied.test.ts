import { safetyEndpoints } from "@timbre/contract/safety.ts";
import { denied } from "../../testing/denied.ts";

denied(safetyEndpoints.dismissModerationWarning);
denied(safetyEndpoints.classifyAudio);
