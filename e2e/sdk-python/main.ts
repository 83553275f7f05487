// npm run e2e:sdk-python: runs the official Python SDK against the product with the fake engine.
//   npm run e2e:sdk-python -- -k history     further arguments are passed to pytest
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { createKeyPair, type KeyPair } from "@timbre/server/testing/certificate.ts";
import { ensurePython, pytest } from "../../tools/python.ts";
import { recordingOf } from "../sdk/recordings.ts";
import { type SdkServer, setup } from "../sdk/server.ts";

/** TLS in front of the api, because the SDK's convert_realtime always connects to wss://. Forwards raw bytes, including upgrades. */
function tlsProxy(url: string, pair: KeyPair): Server {
	const { hostname, port } = new URL(url);
	return createTlsServer({ key: pair.key, cert: pair.certificate }, (caller) => {
		const api = connect(Number(port), hostname);
		caller.pipe(api).pipe(caller);
		caller.on("error", () => api.destroy());
		api.on("error", () => caller.destroy());
	});
}

/** Returns a recording of any text, for voice samples and consent sentences. */
function speaker(): Server {
	return createServer(async (request, response) => {
		const text = new URL(request.url ?? "", "http://localhost").searchParams.get("text") ?? "";
		response.setHeader("content-type", "audio/wav").end(await recordingOf(text));
	});
}

async function portOf(server: Server): Promise<number> {
	server.listen(0, "127.0.0.1").unref();
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

const python = await ensurePython(join(import.meta.dirname, "requirements.txt"));
const folder = await mkdtemp(join(tmpdir(), "timbre-sdk-python-"));
const provided: { server?: SdkServer } = {};
const stop = await setup({
	provide: (_key, server) => {
		provided.server = server;
	},
});
let code = 1;
try {
	if (!provided.server) throw new Error("The product did not say where it runs.");
	const { url, apiKey, limitedKey, voiceId, otherVoiceId } = provided.server;
	const pair = createKeyPair("localhost");
	const certificate = join(folder, "certificate.pem");
	await writeFile(certificate, pair.certificate);
	const env = {
		TIMBRE_URL: url,
		TIMBRE_TLS_URL: `https://localhost:${await portOf(tlsProxy(url, pair))}`,
		TIMBRE_SPEAKER_URL: `http://127.0.0.1:${await portOf(speaker())}`,
		TIMBRE_API_KEY: apiKey,
		TIMBRE_LIMITED_KEY: limitedKey,
		TIMBRE_VOICE_ID: voiceId,
		TIMBRE_OTHER_VOICE_ID: otherVoiceId,
		SSL_CERT_FILE: certificate,
	};
	code = await pytest(python, import.meta.dirname, { title: "Python SDK", report: "pytest-sdk.json", env });
} finally {
	await stop();
	await rm(folder, { recursive: true, force: true });
}
process.exit(code);
