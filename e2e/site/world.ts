// Who the checks are, and what is there to be seen: one person who has used everything, one who has just come.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type APIRequestContext, request } from "@playwright/test";

type Kept = Awaited<ReturnType<APIRequestContext["storageState"]>>;
export type World = { full: Kept; fresh: Kept; names: { share: string; dictionary: string; profile: string } };

const sentences = [
	"The lighthouse keeper waits for the tide.",
	"Every voice has its own colours, and the waveform is drawn from what was really spoken.",
	"A long sentence, written so that a row of a list has more to show than it has room for, goes on past the width of a telephone and past the width of most tables, too.",
	"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
	"Short.",
];

async function person(url: string, name: string): Promise<APIRequestContext> {
	const context = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
	const email = `site-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
	const answer = await context.post("/api/auth/sign-up/email", { data: { name, email, password: "long enough" } });
	if (!answer.ok()) throw new Error(`sign-up: ${answer.status()} ${await answer.text()}`);
	return context;
}

async function json<T>(answer: Awaited<ReturnType<APIRequestContext["get"]>>): Promise<T> {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
	return (await answer.json()) as T;
}

export async function prepareWorld(url: string, file: string): Promise<void> {
	const full = await person(url, "Ada Example");
	const { voices } = await json<{ voices: { voice_id: string }[] }>(await full.get("/v1/voices"));
	for (const [index, text] of sentences.entries()) {
		const voice = voices[index % voices.length]?.voice_id ?? "";
		const spoken = await full.post(`/v1/text-to-speech/${voice}`, { data: { text } });
		if (!spoken.ok()) throw new Error(`speech: ${spoken.status()} ${await spoken.text()}`);
	}
	const { history } = await json<{ history: { history_item_id: string }[] }>(await full.get("/v1/history"));
	const item = history[0]?.history_item_id ?? "";
	const { share_link } = await json<{ share_link: string }>(await full.get(`/v1/history/${item}/share-link`));
	const rules = [
		{ string_to_replace: "nginx", type: "alias", alias: "engine X, as the people who make it say it" },
		{ string_to_replace: "Donaudampfschifffahrtsgesellschaft", type: "alias", alias: "Danube steamship company" },
	];
	const dictionary = await json<{ id: string }>(
		await full.post("/v1/pronunciation-dictionaries/add-from-rules", { data: { name: "Server names", rules } }),
	);
	const profile = `ada-${Date.now()}`;
	await json(await full.patch("/v1/user/profile", { data: { handle: profile, public: true, list_shared: true } }));
	const fresh = await person(url, "Grace Example");
	const world: World = {
		full: await full.storageState(),
		fresh: await fresh.storageState(),
		names: { share: new URL(share_link).pathname.split("/").at(-1) ?? "", dictionary: dictionary.id, profile },
	};
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, JSON.stringify(world));
	await Promise.all([full.dispose(), fresh.dispose()]);
}

export async function readWorld(): Promise<World> {
	return JSON.parse(await readFile(process.env.SITE_WORLD ?? "", "utf8")) as World;
}
