export { recordAudit } from "./audit/recorder.service.ts";
