import { randomUUID } from "node:crypto";
import { plans } from "@timbre/contract/plans.ts";
import { connect, createPool } from "@timbre/db/connect.ts";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import { type Config, usesPlainHttp } from "./core/config.ts";
import { createConnectionCloser } from "./core/http/connections.ts";
import type { Context } from "./core/http/context.ts";
import { createConcurrencyCap, type Http } from "./core/http/http.ts";
import { allowsPrivateTargets } from "./core/http/outbound-http.ts";
import { createServer } from "./core/http/server.ts";
import type { Log } from "./core/log.ts";
import { emailDelivery, mailSettings, showsMails } from "./core/mail/mail.ts";
import { createMetrics } from "./core/metrics.ts";
import { runRole } from "./core/run-role.ts";
import { createRateLimiter } from "./core/security/rate-limit.ts";
import { createStorage } from "./core/storage/storage.ts";
import { onPageVisit } from "./core/web/page-visit.ts";
import { serveWeb } from "./core/web/web.ts";
import { accountRoutes } from "./features/account/account.routes.ts";
import { createAuthenticate } from "./features/account/authentication/authentication.service.ts";
import { createAttemptLimits } from "./features/auth/auth.limits.public.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { createAuth } from "./features/auth/auth.service.ts";
import { createCodes } from "./features/auth/sign-in/codes.service.ts";
import { listSocialProviders } from "./features/auth/social/social.service.ts";
import { ssoRoutes } from "./features/auth/sso/sso.routes.ts";
import { identifyApiKey, redeemSingleUseToken } from "./features/developers/developers.public.ts";
import { developersRoutes } from "./features/developers/developers.routes.ts";
import { historyRoutes } from "./features/history/history.routes.ts";
import { isolatorRoutes } from "./features/isolator/isolator.routes.ts";
import { marketingRoutes } from "./features/marketing/marketing.routes.ts";
import { modelsRoutes } from "./features/models/models.routes.ts";
import { createFeed } from "./features/notifications/notifications.feed.service.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { startOnboarding } from "./features/onboarding/onboarding.public.ts";
import { onboardingRoutes } from "./features/onboarding/onboarding.routes.ts";
import { openaiRoutes } from "./features/openai/openai.routes.ts";
import { requireBiometricTerms } from "./features/privacy/privacy.public.ts";
import { privacyRoutes } from "./features/privacy/privacy.routes.ts";
import { profilesRoutes } from "./features/profiles/profiles.routes.ts";
import { createRuleLoader } from "./features/pronunciation/pronunciation.public.ts";
import { pronunciationRoutes } from "./features/pronunciation/pronunciation.routes.ts";
import { safetyRoutes } from "./features/safety/safety.routes.ts";
import { createEngineInfoCache } from "./features/speech/plan/engines.service.ts";
import { loadModerator } from "./features/speech/plan/moderation-list.service.ts";
import { createSpeechDeps } from "./features/speech/speech.public.ts";
import { speechRoutes } from "./features/speech/speech.routes.ts";
import { speechSockets } from "./features/speech/speech.socket.ts";
import { createRooms } from "./features/studio/editing/rooms.service.ts";
import { studioRoutes } from "./features/studio/studio.routes.ts";
import { studioSocket } from "./features/studio/studio.socket.ts";
import { realtimeSocket } from "./features/transcription/realtime/realtime.socket.ts";
import { transcriptionRoutes } from "./features/transcription/transcription.routes.ts";
import { discardUpload, storeFile } from "./features/uploads/uploads.public.ts";
import { uploadsRoutes } from "./features/uploads/uploads.routes.ts";
import {
	createCreditReserver,
	createDeliveryRecorder,
	grantCredits,
	startLeaseRenewal,
} from "./features/usage/usage.public.ts";
import { usageRoutes } from "./features/usage/usage.routes.ts";
import { voiceChangerRoutes } from "./features/voice-changer/voice-changer.routes.ts";
import { voiceLibraryRoutes } from "./features/voice-library/voice-library.routes.ts";
import { voiceMakingRoutes } from "./features/voice-making/voice-making.routes.ts";
import { voiceoverRoutes } from "./features/voiceover/voiceover.routes.ts";
import { createVoiceUseRecorder, createVoiceWatcher, resolveVoiceIds } from "./features/voices/voices.public.ts";
import { voicesRoutes } from "./features/voices/voices.routes.ts";
import { createTxtResolver } from "./features/workspace/sso/domains.service.ts";
import { workspaceSsoRoutes } from "./features/workspace/sso/sso.routes.ts";
import { applyDefaultPlan, ensureWorkspace, isInvited } from "./features/workspace/workspace.public.ts";
import { workspaceRoutes } from "./features/workspace/workspace.routes.ts";
import { createSsoRules } from "./features/workspace/workspace.sso.public.ts";

/** The API: serves browsers and SDKs. Stateless. */
export async function startApi(config: Config, log: Log) {
	if (config.NODE_ENV === "production" && usesPlainHttp(config))
		log.warn(
			{ url: config.PUBLIC_URL },
			"PUBLIC_URL is not https: passwords, sessions and API keys are readable on the network, and browsers disable the microphone",
		);
	const moderate = await loadModerator(config.MODERATION_LIST);
	const metrics = createMetrics("api");
	const waitSeconds = config.DATABASE_WAIT_SECONDS;
	const pool = createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, waitSeconds });
	const db = connect(pool);
	// A separate pool for leases and delivery progress: delayed by other queries, this process would look dead.
	const ledgerDb = connect(createPool(config.DATABASE_URL, { max: 2, waitSeconds }));
	// A separate pool for rate limits, so a flood of visitors doesn't delay customers' queries.
	const limitsPool = createPool(config.DATABASE_URL, { max: 2, waitSeconds });
	const storage = createStorage(config);
	const speech = createSpeechClient({ urls: config.SPEECH_NODE_URLS, token: config.SPEECH_NODE_TOKEN });
	// The identity library calls our code from inside its transactions. With a shared pool the two could deadlock.
	const libraryDb = connect(createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, waitSeconds }));
	const ssoRules = createSsoRules(db);
	const signUp = {
		mode: config.SIGN_UP,
		domains: config.SIGN_UP_DOMAINS,
		perHour: config.SIGN_UP_PER_HOUR,
		isInvited: (email: string, code: string) => isInvited(db, email, code),
	};
	const auth = createAuth(
		config,
		db,
		async (user) => {
			await ensureWorkspace(db, user, config.DEFAULT_PLAN);
			await startOnboarding(db, user.id);
		},
		{ libraryDb, rules: ssoRules, signUp },
	);
	const authenticate = createAuthenticate({ db, auth, secret: config.AUTH_SECRET, defaultPlan: config.DEFAULT_PLAN });
	const app = await createServer(config, log, metrics);
	// Before the person has written a text: a segment of a preview that is being rendered can't be interrupted.
	onPageVisit(app, () => speech.expectPerson());
	const connections = createConnectionCloser(app.server);
	const http: Http = {
		app,
		authenticate,
		limiter: createRateLimiter(config, limitsPool),
		// One more than the nodes serve, so that the nodes can also report that they are busy.
		concurrencyCap: createConcurrencyCap(config.SPEECH_VISITORS * config.SPEECH_NODE_URLS.length + 1),
		metrics,
		log,
		allowedOrigins: new Set([new URL(config.PUBLIC_URL).origin]),
		resolveVoiceIds: (input) => resolveVoiceIds(db, input),
		storeFile: (owner, name, stream, maxBytes) => storeFile({ db, storage }, owner, name, stream, maxBytes),
		discardFile: (owner, id) => discardUpload({ db, storage }, owner.workspaceId, id),
		checkResponses: config.NODE_ENV !== "production",
	};
	const holder = `api-${randomUUID()}`;
	const mail = mailSettings(config);
	const publicUrl = config.PUBLIC_URL;
	const reserveCredits = createCreditReserver(db);
	authRoutes(http, {
		auth,
		db,
		storage,
		limits: createAttemptLimits(limitsPool),
		codes: createCodes(config.AUTH_SECRET),
		mail,
		publicUrl,
		secret: config.AUTH_SECRET,
		internalDomain: config.INTERNAL_EMAIL_DOMAIN,
		signUp,
		signInSettings: { socialProviders: listSocialProviders(config), emailDelivery: emailDelivery(config) },
		isSsoRequired: ssoRules.isRequired,
	});
	ssoRoutes(http, auth, config);
	workspaceRoutes(http, { db, mail, publicUrl });
	workspaceSsoRoutes(http, { db, settings: config, resolveTxt: createTxtResolver(config.DNS_SERVERS) });
	usageRoutes(http, db);
	historyRoutes(http, {
		db,
		storage,
		publicUrl,
		undoSeconds: config.HISTORY_UNDO_SECONDS,
		exportSeconds: config.HISTORY_EXPORT_SECONDS,
		features: { feedback: config.FEATURE_FEEDBACK, clone_captcha_waits: config.FEATURE_CLONE_CAPTCHA_WAITS },
	});
	const feed = createFeed(config.DATABASE_URL, log);
	notificationsRoutes(http, { db, feed });
	developersRoutes(http, { db, secret: config.AUTH_SECRET, allowPrivate: allowsPrivateTargets(config) });
	privacyRoutes(http, {
		db,
		storage,
		mail,
		exportSeconds: config.PRIVACY_EXPORT_SECONDS,
		publicUrl,
		internalDomain: config.INTERNAL_EMAIL_DOMAIN,
		settings: {
			analytics: config.ANALYTICS,
			trustProxy: config.TRUST_PROXY,
			secureCookies: config.PUBLIC_URL.startsWith("https:"),
			secret: config.AUTH_SECRET,
		},
	});
	const getEngineInfo = createEngineInfoCache(speech);
	modelsRoutes(http, {
		engines: config.SPEECH_ENGINES,
		remoteVoices: config.OPENAI_SPEECH_VOICES,
		hasConversionModel: config.CONVERSION_MODEL !== undefined,
		getEngineInfo,
	});
	voicesRoutes(http, { db, storage, publicUrl });
	const requireTerms = (context: Context) => requireBiometricTerms(db, context, config.TRUST_PROXY);
	voiceLibraryRoutes(http, { db, storage, speech, mail, publicUrl, requireBiometricTerms: requireTerms });
	voiceMakingRoutes(http, {
		db,
		storage,
		speech,
		engines: config.SPEECH_ENGINES,
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		reserveCredits,
		publicUrl,
		mail,
		requireBiometricTerms: requireTerms,
	});
	uploadsRoutes(http, { db, storage });
	const transcriptionDeps = { db, storage, outbound: { allowPrivate: allowsPrivateTargets(config) } };
	transcriptionRoutes(http, transcriptionDeps);
	pronunciationRoutes(http, db);
	onboardingRoutes(http, db);
	const voiceWatcher = createVoiceWatcher(ledgerDb, log);
	const speechDeps = createSpeechDeps({
		db,
		storage,
		speech,
		getEngineInfo,
		loadRules: createRuleLoader(db),
		metrics,
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		reserveCredits,
		recordDelivered: createDeliveryRecorder(ledgerDb),
		recordVoiceUse: createVoiceUseRecorder(db),
		voiceWatcher,
		moderate,
	});
	speechRoutes(http, speechDeps);
	realtimeSocket(
		http,
		{
			db,
			listen: speech.listen,
			reserveCredits,
			recordDelivered: speechDeps.recordDelivered,
			holder,
			leaseSeconds: config.LEASE_SECONDS,
			idleSeconds: config.REALTIME_IDLE_SECONDS,
			sessionSeconds: config.REALTIME_SESSION_SECONDS,
		},
		async ({ key, token }, clientIp) =>
			token ? redeemSingleUseToken(db, token, "realtime_scribe") : key ? identifyApiKey(db, key, clientIp) : undefined,
	);
	speechSockets(http, speechDeps, async ({ key, token }, clientIp) =>
		token ? redeemSingleUseToken(db, token, "tts_websocket") : key ? identifyApiKey(db, key, clientIp) : undefined,
	);
	openaiRoutes(http, {
		speech: speechDeps,
		transcription: transcriptionDeps,
		engines: config.SPEECH_ENGINES,
	});
	const rooms = createRooms(db, config.DATABASE_URL, log);
	studioRoutes(http, { db, storage, outbound: transcriptionDeps.outbound, speech: speechDeps, publicUrl });
	studioSocket(http, {
		db,
		rooms,
		identify: async ({ key }, clientIp) => (key ? identifyApiKey(db, key, clientIp) : undefined),
	});
	const hasConversionModel = config.CONVERSION_MODEL !== undefined;
	voiceChangerRoutes(http, { db, storage, hasConversionModel });
	safetyRoutes(http, { db, speech });
	profilesRoutes(http, { db, publicUrl });
	voiceoverRoutes(http, speechDeps);
	isolatorRoutes(http, { db, storage, publicUrl, undoSeconds: config.HISTORY_UNDO_SECONDS });
	accountRoutes(http, {
		db,
		mail,
		trustProxy: config.TRUST_PROXY,
		internalDomain: config.INTERNAL_EMAIL_DOMAIN,
		defaultPlan: config.DEFAULT_PLAN,
	});
	marketingRoutes(http, {
		db,
		mail,
		publicUrl,
		secret: config.AUTH_SECRET,
		showMails: showsMails(config),
	});
	if (config.WEB_BUILD_DIR !== undefined) await serveWeb(app, config.WEB_BUILD_DIR, config.PUBLIC_URL);
	for (const workspaceId of await applyDefaultPlan(db, config.DEFAULT_PLAN))
		await grantCredits(db, workspaceId, plans[config.DEFAULT_PLAN].characterLimit);
	const leases = startLeaseRenewal(ledgerDb, log, { holder, leaseSeconds: config.LEASE_SECONDS });
	await app.listen({ host: config.HOST, port: config.PORT });
	log.info({ port: config.PORT }, "API listening");
	return {
		app,
		stop: async () => {
			await feed.stop();
			await rooms.stop();
			const stopClosing = connections.start();
			await app.close().finally(stopClosing);
			await leases.stop();
			await voiceWatcher.stop();
			await ledgerDb.destroy();
			await limitsPool.end();
			await libraryDb.destroy();
			await db.destroy();
		},
	};
}

if (import.meta.main) await runRole("api", startApi);
