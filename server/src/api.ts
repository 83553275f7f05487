import { randomUUID } from "node:crypto";
import { backgroundHeader } from "@timbre/contract/auth/names.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { connect, createPool, type Database } from "@timbre/db/connect.ts";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import type { Config } from "./core/config.ts";
import { createConnectionCloser } from "./core/connections.ts";
import { type Authenticate, createConcurrencyCap, type Http } from "./core/http.ts";
import type { Log } from "./core/log.ts";
import { type MailSettings, mailSettings } from "./core/mail.ts";
import { createMetrics } from "./core/metrics.ts";
import { createRateLimiter } from "./core/rate-limit.ts";
import { runRole } from "./core/run-role.ts";
import { createServer } from "./core/server.ts";
import { createStorage } from "./core/storage.ts";
import { serveWeb } from "./core/web.ts";
import { createCodes } from "./features/auth/auth.codes.service.ts";
import { createAttemptLimits } from "./features/auth/auth.limits.public.ts";
import { checkSessionActivity, findSessionUser, findTokenUser, isIdToken } from "./features/auth/auth.public.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { createAuth } from "./features/auth/auth.service.ts";
import { ssoRoutes } from "./features/auth/auth.sso.routes.ts";
import {
	getServiceAccountKeys,
	identifyApiKey,
	redeemSingleUseToken,
	revokeMemberKeys,
} from "./features/developers/developers.public.ts";
import { developersRoutes } from "./features/developers/developers.routes.ts";
import { secretsRoutes } from "./features/developers/developers.secrets.routes.ts";
import { webhooksRoutes } from "./features/developers/developers.webhooks.routes.ts";
import { allowsPrivateTargets } from "./features/developers/developers.webhooks.service.ts";
import { historyRoutes } from "./features/history/history.routes.ts";
import { marketingRoutes } from "./features/marketing/marketing.routes.ts";
import { modelForEngine } from "./features/models/models.public.ts";
import { modelsRoutes } from "./features/models/models.routes.ts";
import { createFeed } from "./features/notifications/notifications.feed.service.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { getOnboarding, startOnboarding } from "./features/onboarding/onboarding.public.ts";
import { onboardingRoutes } from "./features/onboarding/onboarding.routes.ts";
import { startAccountDeletion } from "./features/privacy/privacy.deletion.service.ts";
import { locationFromHeaders } from "./features/privacy/privacy.location.service.ts";
import { getUserPrivacy, setCcpaOptOut } from "./features/privacy/privacy.public.ts";
import { privacyRoutes } from "./features/privacy/privacy.routes.ts";
import { getProfileHandle } from "./features/profiles/profiles.public.ts";
import { profilesRoutes } from "./features/profiles/profiles.routes.ts";
import { createRuleLoader, findShareableDictionary } from "./features/pronunciation/pronunciation.public.ts";
import { pronunciationRoutes } from "./features/pronunciation/pronunciation.routes.ts";
import { getDefaults } from "./features/pronunciation/pronunciation.service.ts";
import { getUserSafety } from "./features/safety/safety.public.ts";
import { safetyRoutes } from "./features/safety/safety.routes.ts";
import { createEngineInfoCache } from "./features/speech/plan/engines.service.ts";
import { loadModerator } from "./features/speech/plan/moderation-list.service.ts";
import { createSpeechDeps } from "./features/speech/speech.public.ts";
import { speechRoutes } from "./features/speech/speech.routes.ts";
import { speechSockets } from "./features/speech/speech.socket.ts";
import { getMemberSpending } from "./features/usage/usage.members.public.ts";
import {
	createCreditReserver,
	createDeliveryRecorder,
	grantCredits,
	startLeaseRenewal,
} from "./features/usage/usage.public.ts";
import { usageRoutes } from "./features/usage/usage.routes.ts";
import { getSubscription, type UserDependencies } from "./features/usage/usage.service.ts";
import { cloningRoutes } from "./features/voices/voices.cloning.routes.ts";
import { addRecordings, type CloningDeps } from "./features/voices/voices.cloning.service.ts";
import { designRoutes } from "./features/voices/voices.design.routes.ts";
import { blendingEngine } from "./features/voices/voices.design.service.ts";
import { libraryRoutes } from "./features/voices/voices.library.routes.ts";
import { getVoiceUsage } from "./features/voices/voices.limits.service.ts";
import {
	createVoiceUseRecorder,
	createVoiceWatcher,
	findVoiceAccess,
	listVoiceIds,
} from "./features/voices/voices.public.ts";
import { voicesRoutes } from "./features/voices/voices.routes.ts";
import { createTxtResolver } from "./features/workspace/workspace.domains.service.ts";
import { ensureWorkspace, setTier } from "./features/workspace/workspace.public.ts";
import { workspaceRoutes } from "./features/workspace/workspace.routes.ts";
import type { WorkspacePorts } from "./features/workspace/workspace.service.ts";
import { createSsoRules } from "./features/workspace/workspace.sso.public.ts";
import { workspaceSsoRoutes } from "./features/workspace/workspace.sso.routes.ts";

/** The API: serves browsers and SDKs. Stateless. */
export async function startApi(config: Config, log: Log) {
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
	const auth = createAuth(
		config,
		db,
		async (user) => {
			await ensureWorkspace(db, user);
			await startOnboarding(db, user.id);
		},
		{ libraryDb, rules: createSsoRules(db) },
	);
	const authenticate: Authenticate = async (request) => {
		const key = apiKeyOf(request.headers);
		const isToken = key !== undefined && isIdToken(key);
		if (key !== undefined && !isToken) {
			const identity = await identifyApiKey(db, key, request.ip);
			if (!identity) throw new AppError("invalid_api_key", "This API key is not valid. It may have been revoked.");
			return identity;
		}
		const user = isToken
			? await findTokenUser(db, config.AUTH_SECRET, key)
			: await findSessionUser(auth, request.headers);
		if (!user && isToken)
			throw new AppError("needs_authorization", "This token is invalid or has expired. Get a new one.");
		if (!user) return undefined;
		const { sessionId, userId } = user;
		const { inactivitySeconds, ...membership } = await ensureWorkspace(db, { id: userId, name: user.name }, sessionId);
		const background = request.headers[backgroundHeader] !== undefined;
		if (!(await checkSessionActivity(db, user, { timeoutSeconds: inactivitySeconds, background })))
			throw new AppError("needs_authorization", "You were signed out due to inactivity. Sign in again.");
		return { ...membership, userId, sessionId, via: "session", ...(isToken ? { viaToken: true } : {}) };
	};
	const app = await createServer(config, log, metrics);
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
		checkResponses: config.NODE_ENV !== "production",
	};
	const holder = `api-${randomUUID()}`;
	const reserveCredits = createCreditReserver(db);
	authRoutes(http, {
		auth,
		db,
		limits: createAttemptLimits(limitsPool),
		codes: createCodes(config.AUTH_SECRET),
		mail: mailSettings(config),
		publicUrl: config.PUBLIC_URL,
		secret: config.AUTH_SECRET,
		internalDomain: config.INTERNAL_EMAIL_DOMAIN,
	});
	ssoRoutes(http, auth, config);
	workspaceRoutes(http, {
		db,
		mail: mailSettings(config),
		publicUrl: config.PUBLIC_URL,
		ports: workspaceDependencies(db, mailSettings(config)),
	});
	workspaceSsoRoutes(http, { db, settings: config, resolveTxt: createTxtResolver(config.DNS_SERVERS) });
	usageRoutes(http, db, usageDependencies(db, config));
	historyRoutes(http, {
		db,
		storage,
		publicUrl: config.PUBLIC_URL,
		undoSeconds: config.HISTORY_UNDO_SECONDS,
		exportSeconds: config.HISTORY_EXPORT_SECONDS,
		features: { feedback: config.FEATURE_FEEDBACK, clone_captcha_waits: config.FEATURE_CLONE_CAPTCHA_WAITS },
	});
	const feed = createFeed(config.DATABASE_URL, log);
	notificationsRoutes(http, { db, feed });
	developersRoutes(http, db);
	secretsRoutes(http, { db, secret: config.AUTH_SECRET });
	webhooksRoutes(http, { db, secret: config.AUTH_SECRET, allowPrivate: allowsPrivateTargets(config) });
	privacyRoutes(http, {
		db,
		storage,
		mail: mailSettings(config),
		exportSeconds: config.PRIVACY_EXPORT_SECONDS,
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
		getEngineInfo,
	});
	const blendEngine = blendingEngine(config.SPEECH_ENGINES);
	const blending = { engine: blendEngine, modelId: modelForEngine(blendEngine)?.id ?? blendEngine };
	const canClone = config.SPEECH_ENGINES.includes("zipvoice");
	const cloning: CloningDeps = { db, storage, speech, blending, canClone };
	voicesRoutes(http, {
		db,
		storage,
		publicUrl: config.PUBLIC_URL,
		models: (engine) => modelForEngine(engine) ?? { id: engine, name: engine },
		addRecordings: async (caller, voiceId, files, removeNoise) => {
			await addRecordings(cloning, caller, voiceId, files, removeNoise);
		},
	});
	cloningRoutes(http, cloning);
	libraryRoutes(http, {
		db,
		storage,
		speech,
		mail: mailSettings(config),
		publicUrl: config.PUBLIC_URL,
		models: (engine) => modelForEngine(engine) ?? { id: engine, name: engine },
	});
	designRoutes(http, {
		db,
		storage,
		speech,
		engines: config.SPEECH_ENGINES,
		priced: (engine) => modelForEngine(engine) ?? { id: engine, name: engine, cost: 1 },
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		reserveCredits,
		catalogue: { db, modelOf: (engine) => modelForEngine(engine)?.id ?? engine, publicUrl: config.PUBLIC_URL },
	});
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
	speechSockets(http, speechDeps, async ({ key, token }, clientIp) =>
		token ? redeemSingleUseToken(db, token, "tts_websocket") : key ? identifyApiKey(db, key, clientIp) : undefined,
	);
	safetyRoutes(http, { db, speech });
	profilesRoutes(http, { db, publicUrl: config.PUBLIC_URL });
	marketingRoutes(http, {
		db,
		mail: mailSettings(config),
		publicUrl: config.PUBLIC_URL,
		secret: config.AUTH_SECRET,
		// Check both: a development server exposed to the internet must not show its emails.
		showMails: config.NODE_ENV !== "production" && isLoopback(new URL(config.PUBLIC_URL).hostname),
	});
	if (config.WEB_BUILD_DIR !== undefined) await serveWeb(app, config.WEB_BUILD_DIR, config.PUBLIC_URL);
	const leases = startLeaseRenewal(ledgerDb, log, { holder, leaseSeconds: config.LEASE_SECONDS });
	await app.listen({ host: config.HOST, port: config.PORT });
	log.info({ port: config.PORT }, "API listening");
	return {
		app,
		stop: async () => {
			await feed.stop();
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

/** Data about users that the usage area needs from areas it must not import. */
function usageDependencies(db: Database, config: Config): UserDependencies {
	return {
		getUserDetails: async ({ userId, workspaceId, headers }) => {
			const [onboarding, privacy, safety, handle, voices] = await Promise.all([
				getOnboarding(db, userId),
				getUserPrivacy(db, userId),
				getUserSafety(db, userId),
				getProfileHandle(db, userId),
				listVoiceIds(db, workspaceId, userId),
			]);
			const location = locationFromHeaders(headers, config.TRUST_PROXY);
			return { ...onboarding, ...privacy, ...safety, geo_location: location, profile_page_handle: handle, voices };
		},
		countVoices: (workspaceId) => getVoiceUsage(db, workspaceId),
		setCcpaOptOut,
		internalDomain: config.INTERNAL_EMAIL_DOMAIN,
	};
}

/** Functions that the workspace area needs from areas it must not import. */
function workspaceDependencies(db: Database, mail: MailSettings): WorkspacePorts {
	return {
		getSubscription: (workspaceId) => getSubscription(db, workspaceId, (id) => getVoiceUsage(db, id)),
		getDictionaryLocators: async (workspaceId) =>
			(await getDefaults(db, workspaceId)).pronunciation_dictionary_locators,
		getSpendByMember: (workspaceId) => getMemberSpending(db, workspaceId),
		setPlan: async (tx, workspaceId, tier) => {
			await setTier(tx, workspaceId, tier);
			await grantCredits(tx, workspaceId, plans[tier].characterLimit);
		},
		revokeKeys: revokeMemberKeys,
		listServiceAccountKeys: getServiceAccountKeys,
		deleteAccount: (tx, { userId }) => startAccountDeletion(tx, userId, mail, "by an admin"),
		findResource: { pronunciation_dictionary: findShareableDictionary, voice: findVoiceAccess },
	};
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}

function apiKeyOf(headers: Record<string, string | string[] | undefined>): string | undefined {
	const direct = headers["xi-api-key"];
	if (typeof direct === "string" && direct !== "") return direct;
	const bearer = /^Bearer (.+)$/i.exec(typeof headers.authorization === "string" ? headers.authorization : "");
	return bearer?.[1];
}

if (import.meta.main) await runRole("api", startApi);
