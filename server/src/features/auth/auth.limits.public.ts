export { createAttemptLimits } from "./sign-in/limits.service.ts";
