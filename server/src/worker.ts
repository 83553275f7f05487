import { randomUUID } from "node:crypto";
import { connect, createPool } from "@timbre/db/connect.ts";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import type { Config } from "./core/config.ts";
import { eventWorkflow } from "./core/events/events.ts";
import { startRelay } from "./core/events/outbox.ts";
import { createLanguageModel } from "./core/http/language-model.ts";
import { allowsPrivateTargets } from "./core/http/outbound-http.ts";
import type { Log } from "./core/log.ts";
import { createMailer, mailSettings, mailWorkflow } from "./core/mail/mail.ts";
import { createMetrics } from "./core/metrics.ts";
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
import { isolationPurgeWorkflow, isolationWorkflow } from "./features/isolator/isolator.workflow.ts";
import { notificationsSubscriber } from "./features/notifications/notifications.workflow.ts";
import { checklistSubscriber } from "./features/onboarding/onboarding.workflow.ts";
import { deletionWorkflow } from "./features/privacy/privacy.deletion.workflow.ts";
import { dataExportWorkflow } from "./features/privacy/privacy.export.workflow.ts";
import { createRuleLoader } from "./features/pronunciation/pronunciation.public.ts";
import { safetySubscriber } from "./features/safety/safety.workflow.ts";
import { jobWorkflow } from "./features/speech/jobs/job.workflow.ts";
import { createEngineInfoCache } from "./features/speech/plan/engines.service.ts";
import { loadModerator } from "./features/speech/plan/moderation-list.service.ts";
import { createSpeechDeps } from "./features/speech/speech.public.ts";
import { takeCheckWorkflow } from "./features/speech/takes/check.workflow.ts";
import { bundleImportWorkflow } from "./features/studio/bundles/import.workflow.ts";
import { callbackWorkflow } from "./features/studio/callbacks/callbacks.workflow.ts";
import { castWorkflow } from "./features/studio/cast/cast.workflow.ts";
import { conversionWorkflow as studioConversionWorkflow } from "./features/studio/conversions/conversions.workflow.ts";
import { exportWorkflow as studioExportWorkflow } from "./features/studio/exports/exports.workflow.ts";
import {
	importExpiryWorkflow,
	importWorkflow,
	importWriteWorkflow,
} from "./features/studio/imports/imports.workflow.ts";
import { podcastWorkflow } from "./features/studio/podcasts/podcasts.workflow.ts";
import { projectPurgeWorkflow } from "./features/studio/projects/purge.workflow.ts";
import { revisionApplyWorkflow, revisionCompareWorkflow } from "./features/studio/revisions/revisions.workflow.ts";
import { transcriptWorkflow } from "./features/transcription/transcripts/transcripts.workflow.ts";
import { uploadExpiryWorkflow } from "./features/uploads/uploads.workflow.ts";
import { createCreditReserver, createDeliveryRecorder, startLeaseRenewal } from "./features/usage/usage.public.ts";
import { conversionWorkflow } from "./features/voice-changer/voice-changer.workflow.ts";
import { removalWorkflow } from "./features/voice-library/sharing/removal.workflow.ts";
import { previewWorkflow } from "./features/voice-library/shipped/previews.workflow.ts";
import { libraryWorkflow, scheduleLibraryMaintenance } from "./features/voice-library/stats/maintenance.workflow.ts";
import { blendingEngine } from "./features/voice-making/blending.ts";
import { designPreviewsWorkflow } from "./features/voice-making/design/design.workflow.ts";
import { designJobWorkflow } from "./features/voice-making/design/jobs.workflow.ts";
import { separationWorkflow } from "./features/voice-making/professional/separation.workflow.ts";
import { trainingWorkflow } from "./features/voice-making/training/training.workflow.ts";
import { clipWorkflow } from "./features/voiceover/clips/clips.workflow.ts";
import { voiceoverExportWorkflow } from "./features/voiceover/export/exports.workflow.ts";
import { voiceoverPurgeWorkflow } from "./features/voiceover/projects/purge.workflow.ts";
import { voiceoverSpeechWorkflow } from "./features/voiceover/speech/speech.workflow.ts";
import { voicePurgeWorkflow } from "./features/voices/own/purge.workflow.ts";
import { noticeWorkflow } from "./features/voices/publication/notice.workflow.ts";
import { createVoiceUseRecorder, createVoiceWatcher } from "./features/voices/voices.public.ts";

/** The worker: runs durable workflows and relays the outbox to Restate. */
export async function startWorker(config: Config, log: Log) {
	const db = connect(
		createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, waitSeconds: config.DATABASE_WAIT_SECONDS }),
	);
	const storage = createStorage(config);
	const speech = createSpeechClient({ urls: config.SPEECH_NODE_URLS, token: config.SPEECH_NODE_TOKEN });
	// A separate pool for leases and delivery progress: delayed by other queries, this process would look dead.
	const ledgerDb = connect(createPool(config.DATABASE_URL, { max: 2, waitSeconds: config.DATABASE_WAIT_SECONDS }));
	const holder = `worker-${randomUUID()}`;
	const voiceWatcher = createVoiceWatcher(ledgerDb, log);
	const speechDeps = createSpeechDeps({
		db,
		storage,
		speech,
		getEngineInfo: createEngineInfoCache(speech),
		loadRules: createRuleLoader(db),
		metrics: createMetrics("worker"),
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		reserveCredits: createCreditReserver(db),
		recordDelivered: createDeliveryRecorder(ledgerDb),
		recordVoiceUse: createVoiceUseRecorder(db),
		voiceWatcher,
		moderate: await loadModerator(config.MODERATION_LIST),
	});
	const leases = startLeaseRenewal(ledgerDb, log, { holder, leaseSeconds: config.LEASE_SECONDS });
	const workflows = await serveWorkflows(
		config,
		[
			bindWorkflow(previewWorkflow, {
				db,
				storage,
				speech,
				speak: speech.speak,
				onProgress: (done, total) => log.info({ event: "preview-progress", done, total }, "rendering previews"),
			}),
			bindWorkflow(noticeWorkflow, { db }),
			bindWorkflow(voicePurgeWorkflow, { storage }),
			bindWorkflow(designPreviewsWorkflow, { db, storage }),
			bindWorkflow(uploadExpiryWorkflow, { db, storage }),
			bindWorkflow(transcriptWorkflow, {
				db,
				storage,
				speech,
				reserveCredits: createCreditReserver(db),
				outbound: { allowPrivate: allowsPrivateTargets(config) },
			}),
			bindWorkflow(isolationWorkflow, { db, storage, speech, reserveCredits: createCreditReserver(db) }),
			bindWorkflow(isolationPurgeWorkflow, { db, storage }),
			bindWorkflow(castWorkflow, { db, languageModel: createLanguageModel(config) }),
			bindWorkflow(studioConversionWorkflow, { deps: speechDeps, log, nodes: config.SPEECH_NODE_URLS.length }),
			bindWorkflow(callbackWorkflow, {
				db,
				outgoing: { allowPrivate: allowsPrivateTargets(config) },
				pausesMs: config.WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
			}),
			bindWorkflow(studioExportWorkflow, { deps: speechDeps, log }),
			bindWorkflow(bundleImportWorkflow, { deps: speechDeps, log }),
			bindWorkflow(projectPurgeWorkflow, { db, storage }),
			bindWorkflow(importWorkflow, { db, storage }),
			bindWorkflow(importWriteWorkflow, { db, storage }),
			bindWorkflow(importExpiryWorkflow, { db, storage }),
			bindWorkflow(revisionCompareWorkflow, { deps: speechDeps, log }),
			bindWorkflow(revisionApplyWorkflow, { deps: speechDeps, log }),
			bindWorkflow(podcastWorkflow, { db, storage, languageModel: createLanguageModel(config) }),
			bindWorkflow(clipWorkflow, { db, storage }),
			bindWorkflow(voiceoverSpeechWorkflow, { deps: speechDeps, log }),
			bindWorkflow(voiceoverExportWorkflow, { db, storage }),
			bindWorkflow(voiceoverPurgeWorkflow, { db, storage }),
			bindWorkflow(designJobWorkflow, { db, storage, speech, engines: config.SPEECH_ENGINES }),
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
			bindWorkflow(jobWorkflow, { deps: speechDeps, log, undoSeconds: config.HISTORY_UNDO_SECONDS }),
			bindWorkflow(conversionWorkflow, speechDeps),
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
			await leases.stop();
			await voiceWatcher.stop();
			await ledgerDb.destroy();
			await db.destroy();
		},
	};
}

if (import.meta.main) await runRole("worker", startWorker);
