import { randomUUID } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import { connect, createPool } from "@timbre/db/connect.ts";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import type { Config } from "./core/config.ts";
import { type Authenticate, createCrowd, type Http } from "./core/http.ts";
import type { Log } from "./core/log.ts";
import { mailSettings } from "./core/mail.ts";
import { createMetrics } from "./core/metrics.ts";
import { createRateLimiter } from "./core/rate-limit.ts";
import { runRole } from "./core/run-role.ts";
import { createServer } from "./core/server.ts";
import { createStorage } from "./core/storage.ts";
import { serveWeb } from "./core/web.ts";
import { findSessionUser } from "./features/auth/auth.public.ts";
import { authRoutes } from "./features/auth/auth.routes.ts";
import { createAuth } from "./features/auth/auth.service.ts";
import { identifyApiKey, redeemSingleUseToken } from "./features/developers/developers.public.ts";
import { developersRoutes } from "./features/developers/developers.routes.ts";
import { historyRoutes } from "./features/history/history.routes.ts";
import { marketingRoutes } from "./features/marketing/marketing.routes.ts";
import { modelOfEngine } from "./features/models/models.public.ts";
import { modelsRoutes } from "./features/models/models.routes.ts";
import { beginOnboarding, readOnboarding } from "./features/onboarding/onboarding.public.ts";
import { onboardingRoutes } from "./features/onboarding/onboarding.routes.ts";
import { profilesRoutes } from "./features/profiles/profiles.routes.ts";
import { pronunciationRoutes } from "./features/pronunciation/pronunciation.routes.ts";
import { createEngineFacts } from "./features/speech/speech.engines.service.ts";
import type { SpeechDeps } from "./features/speech/speech.generate.service.ts";
import { speechRoutes } from "./features/speech/speech.routes.ts";
import { speechSockets } from "./features/speech/speech.socket.ts";
import { createDeliveryRecorder, startLeaseKeeper } from "./features/usage/usage.public.ts";
import { usageRoutes } from "./features/usage/usage.routes.ts";
import { voicesRoutes } from "./features/voices/voices.routes.ts";
import { ensureWorkspace } from "./features/workspace/workspace.public.ts";
import { workspaceRoutes } from "./features/workspace/workspace.routes.ts";

/** The api: everything a browser or an SDK talks to. Holds no state of its own. */
export async function startApi(config: Config, log: Log) {
	const metrics = createMetrics("api");
	const pool = createPool(config.DATABASE_URL, { max: config.DATABASE_POOL });
	const db = connect(pool);
	// Leases and progress never wait behind the queries of callers: late, they would pass for the signs of a dead process.
	const booksDb = connect(createPool(config.DATABASE_URL, { max: 2 }));
	// Nor do customers' queries wait behind the counting of visitors.
	const limitsPool = createPool(config.DATABASE_URL, { max: 2 });
	const storage = createStorage(config);
	const speech = createSpeechClient({ urls: config.SPEECH_NODE_URLS, token: config.SPEECH_NODE_TOKEN });
	const auth = createAuth(config, db, async (user) => {
		await ensureWorkspace(db, user);
		await beginOnboarding(db, user.id);
	});
	const authenticate: Authenticate = async (request) => {
		const key = apiKeyOf(request.headers);
		if (key !== undefined) {
			const identity = await identifyApiKey(db, key);
			if (!identity) throw new AppError("invalid_api_key", "This API key is not valid. It may have been revoked.");
			return identity;
		}
		const user = await findSessionUser(auth, request.headers);
		if (!user) return undefined;
		const { sessionId, userId } = user;
		const membership = await ensureWorkspace(db, { id: userId, name: user.name }, sessionId);
		return { ...membership, userId, sessionId, via: "session" };
	};
	const app = await createServer(config, log, metrics);
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
	authRoutes(app, auth, config.PUBLIC_URL);
	workspaceRoutes(http, db);
	usageRoutes(http, db, (userId) => readOnboarding(db, userId));
	historyRoutes(http, {
		db,
		storage,
		publicUrl: config.PUBLIC_URL,
		undoSeconds: config.HISTORY_UNDO_SECONDS,
		exportSeconds: config.HISTORY_EXPORT_SECONDS,
		features: { feedback: config.FEATURE_FEEDBACK },
	});
	developersRoutes(http, db);
	const engineFacts = createEngineFacts(speech);
	modelsRoutes(http, {
		engines: config.SPEECH_ENGINES,
		remoteVoices: config.OPENAI_SPEECH_VOICES,
		engineFacts,
	});
	voicesRoutes(http, {
		db,
		storage,
		publicUrl: config.PUBLIC_URL,
		models: (engine) => modelOfEngine(engine) ?? { id: engine, name: engine },
	});
	pronunciationRoutes(http, db);
	onboardingRoutes(http, db);
	const speechDeps: SpeechDeps = {
		db,
		storage,
		speech,
		engineFacts,
		metrics,
		holder,
		leaseSeconds: config.LEASE_SECONDS,
		recordDelivered: createDeliveryRecorder(booksDb),
	};
	speechRoutes(http, speechDeps);
	speechSockets(http, speechDeps, async ({ key, token }) =>
		token ? redeemSingleUseToken(db, token, "tts_websocket") : key ? identifyApiKey(db, key) : undefined,
	);
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
			// A connection whose answer has just ended is not idle yet when closing begins, and would be waited for until its keep-alive ends.
			const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
			await app.close().finally(() => clearInterval(sweep));
			await keeper.stop();
			await booksDb.destroy();
			await limitsPool.end();
			await db.destroy();
		},
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
