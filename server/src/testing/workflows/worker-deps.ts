import type { Log } from "../../core/log.ts";
import { createMetrics } from "../../core/metrics.ts";
import { createRuleLoader } from "../../features/pronunciation/pronunciation.public.ts";
import { createEngineInfoCache } from "../../features/speech/plan/engines.service.ts";
import { createSpeechDeps, type SpeechDeps } from "../../features/speech/speech.public.ts";
import { createCreditReserver, createDeliveryRecorder } from "../../features/usage/usage.public.ts";
import type { TestApp } from "../test-app.ts";

/** What a worker needs to generate speech. */
export function workerDeps(app: TestApp, speech: TestApp["speech"] = app.speech): { deps: SpeechDeps; log: Log } {
	const { db, storage } = app;
	const log = { error() {}, warn() {}, info() {}, debug() {} } as unknown as Log;
	const deps = createSpeechDeps({
		db,
		storage,
		speech,
		getEngineInfo: createEngineInfoCache(speech),
		loadRules: createRuleLoader(db),
		metrics: createMetrics("worker"),
		holder: "worker-test",
		leaseSeconds: 60,
		reserveCredits: createCreditReserver(db),
		recordDelivered: createDeliveryRecorder(db),
		recordVoiceUse: async () => {},
		voiceWatcher: {
			watch: () => ({ signal: new AbortController().signal, end() {} }),
			stop: async () => {},
		},
		moderate: () => undefined,
	} as Parameters<typeof createSpeechDeps>[0]);
	return { deps, log };
}
