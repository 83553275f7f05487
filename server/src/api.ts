import { randomUUID } from "node:crypto";
import { backgroundHeader } from "@timbre/contract/auth.names.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { connect, createPool, type Database } from "@timbre/db/connect.ts";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import type { Config } from "./core/config.ts";
import { createConnectionSweep } from "./core/connections.ts";
import { type Authenticate, createCrowd, type Http } from "./core/http.ts";
import type { Log } from "./core/log.ts";
import { type MailSettings, mailSettings } from "./core/mail.ts";
import { createMetrics } from "./core/metrics.ts";
import { createRateLimiter } from "./core/rate-limit.ts";
import { runRole } from "./core/run-role.ts";
import { createServer } from "./core/server.ts";
import { createStorage } from "./core/storage.ts";
import { serveWeb } from "./core/web.ts";
import { createCodes } from "./features/auth/auth.codes.service.ts";
import { createGuessLimits } from "./features/auth/auth.limits.public.ts";
import { findSessionUser, findTokenUser, isIdToken, keepSession } from "./features/auth/auth.public.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { createAuth } from "./features/auth/auth.service.ts";
import { ssoRoutes } from "./features/auth/auth.sso.routes.ts";
import {
	endKeys,
	getServiceAccountKeys,
	identifyApiKey,
	redeemSingleUseToken,
} from "./features/developers/developers.public.ts";
import { developersRoutes } from "./features/developers/developers.routes.ts";
import { secretsRoutes } from "./features/developers/developers.secrets.routes.ts";
import { webhooksRoutes } from "./features/developers/developers.webhooks.routes.ts";
import { mayReachInside } from "./features/developers/developers.webhooks.service.ts";
import { historyRoutes } from "./features/history/history.routes.ts";
import { marketingRoutes } from "./features/marketing/marketing.routes.ts";
import { modelOfEngine } from "./features/models/models.public.ts";
import { modelsRoutes } from "./features/models/models.routes.ts";
import { createFeed } from "./features/notifications/notifications.feed.service.ts";
import { notificationsRoutes } from "./features/notifications/notifications.routes.ts";
import { beginOnboarding, readOnboarding } from "./features/onboarding/onboarding.public.ts";
import { onboardingRoutes } from "./features/onboarding/onboarding.routes.ts";
import { endAccount } from "./features/privacy/privacy.deletion.service.ts";
import { placeOf } from "./features/privacy/privacy.place.service.ts";
import { privacyOf, setCcpaOptOut } from "./features/privacy/privacy.public.ts";
import { privacyRoutes } from "./features/privacy/privacy.routes.ts";
import { handleOf } from "./features/profiles/profiles.public.ts";
import { profilesRoutes } from "./features/profiles/profiles.routes.ts";
import { findDictionaryFacts } from "./features/pronunciation/pronunciation.public.ts";
import { pronunciationRoutes } from "./features/pronunciation/pronunciation.routes.ts";
import { readDefaults } from "./features/pronunciation/pronunciation.service.ts";
import { safetyOf } from "./features/safety/safety.public.ts";
import { safetyRoutes } from "./features/safety/safety.routes.ts";
import { createEngineFacts } from "./features/speech/speech.engines.service.ts";
import type { SpeechDeps } from "./features/speech/speech.generate.service.ts";
import { loadModerator } from "./features/speech/speech.moderation.service.ts";
import { speechRoutes } from "./features/speech/speech.routes.ts";
import { speechSockets } from "./features/speech/speech.socket.ts";
import { spentByMembers } from "./features/usage/usage.members.public.ts";
import { createDeliveryRecorder, grantCredits, startLeaseKeeper } from "./features/usage/usage.public.ts";
import { usageRoutes } from "./features/usage/usage.routes.ts";
import { readSubscription, type UsersAbove } from "./features/usage/usage.service.ts";
import { cloningRoutes } from "./features/voices/voices.cloning.routes.ts";
import { addRecordings, type CloningDeps } from "./features/voices/voices.cloning.service.ts";
import { designRoutes } from "./features/voices/voices.design.routes.ts";
import { mixingEngine } from "./features/voices/voices.design.service.ts";
import { libraryRoutes } from "./features/voices/voices.library.routes.ts";
import { readVoiceUsage } from "./features/voices/voices.limits.service.ts";
import { createVoiceStops, findVoiceFacts, listVoiceIds } from "./features/voices/voices.public.ts";
import { voicesRoutes } from "./features/voices/voices.routes.ts";
import { createTxtResolver } from "./features/workspace/workspace.domains.service.ts";
import { ensureWorkspace, setTier } from "./features/workspace/workspace.public.ts";
import { workspaceRoutes } from "./features/workspace/workspace.routes.ts";
import type { Above } from "./features/workspace/workspace.service.ts";
import { createSsoRules } from "./features/workspace/workspace.sso.public.ts";
import { workspaceSsoRoutes } from "./features/workspace/workspace.sso.routes.ts";

/** The api: everything a browser or an SDK talks to. Holds no state of its own. */
export async function startApi(config: Config, log: Log) {
	const moderate = await loadModerator(config.MODERATION_LIST);
	const metrics = createMetrics("api");
	const waitSeconds = config.DATABASE_WAIT_SECONDS;
	const pool = createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, waitSeconds });
	const db = connect(pool);
	// Leases and progress never wait behind the queries of callers: late, they would pass for the signs of a dead process.
	const booksDb = connect(createPool(config.DATABASE_URL, { max: 2, waitSeconds }));
	// Nor do customers' queries wait behind the counting of visitors.
	const limitsPool = createPool(config.DATABASE_URL, { max: 2, waitSeconds });
	const storage = createStorage(config);
	const speech = createSpeechClient({ urls: config.SPEECH_NODE_URLS, token: config.SPEECH_NODE_TOKEN });
	// The identity library decides within transactions and asks us meanwhile: out of one pool, both could wait for each other.
	const libraryDb = connect(createPool(config.DATABASE_URL, { max: config.DATABASE_POOL, waitSeconds }));
	const auth = createAuth(
		config,
		db,
		async (user) => {
			await ensureWorkspace(db, user);
			await beginOnboarding(db, user.id);
		},
		{ libraryDb, rules: createSsoRules(db) },
	);
	const authenticate: Authenticate = async (request) => {
		const key = apiKeyOf(request.headers);
		const byToken = key !== undefined && isIdToken(key);
		if (key !== undefined && !byToken) {
			const identity = await identifyApiKey(db, key, request.ip);
			if (!identity) throw new AppError("invalid_api_key", "This API key is not valid. It may have been revoked.");
			return identity;
		}
		const user = byToken
			? await findTokenUser(db, config.AUTH_SECRET, key)
			: await findSessionUser(auth, request.headers);
		if (!user && byToken) throw new AppError("needs_authorization", "This token holds no longer. Fetch a new one.");
		if (!user) return undefined;
		const { sessionId, userId } = user;
		const { inactivitySeconds, ...membership } = await ensureWorkspace(db, { id: userId, name: user.name }, sessionId);
		const background = request.headers[backgroundHeader] !== undefined;
		if (!(await keepSession(db, user, { timeoutSeconds: inactivitySeconds, background })))
			throw new AppError("needs_authorization", "You were signed out because nothing happened for a while.");
		return { ...membership, userId, sessionId, via: "session", ...(byToken ? { byToken } : {}) };
	};
	const app = await createServer(config, log, metrics);
	const connections = createConnectionSweep(app.server);
	const http: Http = {
		app,
		authenticate,
		limiter: createRateLimiter(config, limitsPool),
		// One more than can be heard, so that the node's own word on its places is heard too.
		crowd: createCrowd(config.SPEECH_VISITORS * config.SPEECH_NODE_URLS.length + 1),
		metrics,
		log,
		allowedOrigins: new Set([new URL(config.PUBLIC_URL).origin]),
		checkAnswers: config.NODE_ENV !== "production",
	};
	const holder = `api-${randomUUID()}`;
	authRoutes(http, {
		auth,
		db,
		limits: createGuessLimits(limitsPool),
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
		above: aboveWorkspaces(db, mailSettings(config)),
	});
	workspaceSsoRoutes(http, { db, settings: config, resolveTxt: createTxtResolver(config.DNS_SERVERS) });
	usageRoutes(http, db, aboveUsers(db, config));
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
	webhooksRoutes(http, { db, secret: config.AUTH_SECRET, allowPrivate: mayReachInside(config) });
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
	const engineFacts = createEngineFacts(speech);
	modelsRoutes(http, {
		engines: config.SPEECH_ENGINES,
		remoteVoices: config.OPENAI_SPEECH_VOICES,
		engineFacts,
	});
	const mixer = mixingEngine(config.SPEECH_ENGINES);
	const mixing = { engine: mixer, modelId: modelOfEngine(mixer)?.id ?? mixer };
	const copies = config.SPEECH_ENGINES.includes("zipvoice");
	const cloning: CloningDeps = { db, storage, speech, mixing, copies };
	voicesRoutes(http, {
		db,
		storage,
		publicUrl: config.PUBLIC_URL,
		models: (engine) => modelOfEngine(engine) ?? { id: engine, name: engine },
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
		models: (engine) => modelOfEngine(engine) ?? { id: engine, name: engine },
	});
	designRoutes(http, {
		db,
		storage,
		speech,
		engines: config.SPEECH_ENGINES,
		priced: (engine) => modelOfEngine(engine) ?? { id: engine, name: engine, cost: 1 },
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		catalogue: { db, modelOf: (engine) => modelOfEngine(engine)?.id ?? engine, publicUrl: config.PUBLIC_URL },
	});
	pronunciationRoutes(http, db);
	onboardingRoutes(http, db);
	const stops = createVoiceStops(booksDb, log);
	const speechDeps: SpeechDeps = {
		db,
		storage,
		speech,
		engineFacts,
		metrics,
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		recordDelivered: createDeliveryRecorder(booksDb),
		stops,
		moderate,
	};
	speechRoutes(http, speechDeps);
	speechSockets(http, speechDeps, async ({ key, token }, visitor) =>
		token ? redeemSingleUseToken(db, token, "tts_websocket") : key ? identifyApiKey(db, key, visitor) : undefined,
	);
	safetyRoutes(http, { db, speech });
	profilesRoutes(http, { db, publicUrl: config.PUBLIC_URL });
	marketingRoutes(http, {
		db,
		mail: mailSettings(config),
		publicUrl: config.PUBLIC_URL,
		secret: config.AUTH_SECRET,
		// Both: a server that was put on the Internet in development mode must not show its mails there.
		showMails: config.NODE_ENV !== "production" && isLoopback(new URL(config.PUBLIC_URL).hostname),
	});
	if (config.WEB_BUILD_DIR !== undefined) await serveWeb(app, config.WEB_BUILD_DIR, config.PUBLIC_URL);
	const keeper = startLeaseKeeper(booksDb, log, { holder, leaseSeconds: config.LEASE_SECONDS });
	await app.listen({ host: config.HOST, port: config.PORT });
	log.info({ port: config.PORT }, "api listens");
	return {
		app,
		stop: async () => {
			await feed.stop();
			const swept = connections.begin();
			await app.close().finally(swept);
			await keeper.stop();
			await stops.stop();
			await booksDb.destroy();
			await limitsPool.end();
			await libraryDb.destroy();
			await db.destroy();
		},
	};
}

/** What is known of a person in areas above the one that shows it. */
function aboveUsers(db: Database, config: Config): UsersAbove {
	return {
		person: async ({ userId, workspaceId, headers }) => {
			const [onboarding, privacy, safety, handle, voices] = await Promise.all([
				readOnboarding(db, userId),
				privacyOf(db, userId),
				safetyOf(db, userId),
				handleOf(db, userId),
				listVoiceIds(db, workspaceId, userId),
			]);
			const place = placeOf(headers, config.TRUST_PROXY);
			return { ...onboarding, ...privacy, ...safety, geo_location: place, profile_page_handle: handle, voices };
		},
		countVoices: (workspaceId) => readVoiceUsage(db, workspaceId),
		setCcpaOptOut,
		internalDomain: config.INTERNAL_EMAIL_DOMAIN,
	};
}

/** What workspaces show and do that areas above them own. */
function aboveWorkspaces(db: Database, mail: MailSettings): Above {
	return {
		subscriptionOf: (workspaceId) => readSubscription(db, workspaceId, (id) => readVoiceUsage(db, id)),
		locatorsOf: async (workspaceId) => (await readDefaults(db, workspaceId)).pronunciation_dictionary_locators,
		spentByMembers: (workspaceId) => spentByMembers(db, workspaceId),
		setPlan: async (tx, workspaceId, tier) => {
			await setTier(tx, workspaceId, tier);
			await grantCredits(tx, workspaceId, plans[tier].characterLimit);
		},
		endKeys,
		serviceAccountKeys: getServiceAccountKeys,
		deleteAccount: (tx, { userId }) => endAccount(tx, userId, mail, "by an admin"),
		findResource: { pronunciation_dictionary: findDictionaryFacts, voice: findVoiceFacts },
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
