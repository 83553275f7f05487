export { notifyWebhooks } from "./webhooks/notify.service.ts";
