export { listTargets as listWebhookTargets, notifyWebhooks } from "./webhooks/notify.service.ts";
