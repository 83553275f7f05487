import { connect, createPool } from "@timbre/db/connect.ts";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import type { Config } from "./core/config.ts";
import { eventWorkflow } from "./core/events/events.ts";
import { startRelay } from "./core/events/outbox.ts";
import type { Log } from "./core/log.ts";
import { createMailer, mailSettings, mailWorkflow } from "./core/mail/mail.ts";
import { runRole } from "./core/run-role.ts";
import { createStorage } from "./core/storage/storage.ts";
import { bindWorkflow, serveWorkflows } from "./core/workflow.ts";
import {
	deliveryServices,
	deliveryWorkflow,
	webhooksSubscriber,
} from "./features/developers/webhooks/webhooks.workflow.ts";
import { exportWorkflow } from "./features/history/history.export.workflow.ts";
import { purgeWorkflow } from "./features/history/history.workflow.ts";
import { notificationsSubscriber } from "./features/notifications/notifications.workflow.ts";
import { checklistSubscriber } from "./features/onboarding/onboarding.workflow.ts";
import { deletionWorkflow } from "./features/privacy/privacy.deletion.workflow.ts";
import { dataExportWorkflow } from "./features/privacy/privacy.export.workflow.ts";
import { safetySubscriber } from "./features/safety/safety.workflow.ts";
import { takeCheckWorkflow } from "./features/speech/takes/check.workflow.ts";
import { removalWorkflow } from "./features/voice-library/sharing/removal.workflow.ts";
import { previewWorkflow } from "./features/voice-library/shipped/previews.workflow.ts";
import { libraryWorkflow, scheduleLibraryMaintenance } from "./features/voice-library/stats/maintenance.workflow.ts";
import { blendingEngine } from "./features/voice-making/blending.ts";
import { designPreviewsWorkflow } from "./features/voice-making/design/design.workflow.ts";
import { separationWorkflow } from "./features/voice-making/professional/separation.workflow.ts";
import { trainingWorkflow } from "./features/voice-making/training/training.workflow.ts";
import { voicePurgeWorkflow } from "./features/voices/own/purge.workflow.ts";
import { noticeWorkflow } from "./features/voices/publication/notice.workflow.ts";

/** The worker: runs durable workflows and relays the outbox to Restate. */
export async function startWorker(config: Config, log: Log) {
	const db = connect(
		createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, waitSeconds: config.DATABASE_WAIT_SECONDS }),
	);
	const storage = createStorage(config);
	const speech = createSpeechClient({ urls: config.SPEECH_NODE_URLS, token: config.SPEECH_NODE_TOKEN });
	const workflows = await serveWorkflows(
		config,
		[
			bindWorkflow(previewWorkflow, { db, storage, speech, speak: speech.speak }),
			bindWorkflow(noticeWorkflow, { db }),
			bindWorkflow(voicePurgeWorkflow, { storage }),
			bindWorkflow(designPreviewsWorkflow, { db, storage }),
			bindWorkflow(trainingWorkflow, {
				db,
				storage,
				speech,
				engine: blendingEngine(config.SPEECH_ENGINES),
				tries: config.VOICE_MATCH_TRIES,
				...(config.SPEECH_ENGINES.includes("zipvoice") ? { cloner: "zipvoice" } : {}),
			}),
			bindWorkflow(separationWorkflow, { db, storage, speech }),
			bindWorkflow(libraryWorkflow, { db, storage, speech }),
			bindWorkflow(removalWorkflow, { db }),
			bindWorkflow(takeCheckWorkflow, { db, check: speech.check }),
			bindWorkflow(purgeWorkflow, { db, storage }),
			bindWorkflow(exportWorkflow, { db, storage }),
			bindWorkflow(dataExportWorkflow, { db, storage, mail: mailSettings(config), publicUrl: config.PUBLIC_URL }),
			bindWorkflow(deletionWorkflow, { db, storage }),
			bindWorkflow(mailWorkflow, { db, send: createMailer(config) }),
			bindWorkflow(deliveryWorkflow, deliveryServices(config, db)),
			bindWorkflow(eventWorkflow, {
				subscribers: [
					checklistSubscriber(db),
					notificationsSubscriber(db),
					webhooksSubscriber(db),
					safetySubscriber({ db, storage }),
				],
			}),
		],
		log,
	);
	await scheduleLibraryMaintenance(db);
	const relay = startRelay(config, db, log);
	log.info({ port: config.WORKER_PORT }, "worker listening");
	return {
		stop: async () => {
			await relay.stop();
			await workflows.close();
			await db.destroy();
		},
	};
}

if (import.meta.main) await runRole("worker", startWorker);
