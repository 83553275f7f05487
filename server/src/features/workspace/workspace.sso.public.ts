export { createSsoRules } from "./sso/rules.service.ts";
