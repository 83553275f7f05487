import { expect, type Page } from "@playwright/test";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";

export type StudioProject = { id: string; chapters: string[] };

/** The response to a GET request of the signed-in user. */
export const read = <T>(page: Page, path: string): Promise<T> =>
	page.evaluate(async (address) => (await fetch(address)).json(), path) as Promise<T>;

/** A project with one chapter per list of paragraphs, all in the default voice. */
export async function newProject(page: Page, chapters: Record<string, string[]>): Promise<StudioProject> {
	return page.evaluate(async (given) => {
		const { voices } = await (await fetch("/v1/voices")).json();
		const [{ voice_id }] = voices;
		const content = Object.entries(given).map(([name, paragraphs]) => ({
			name,
			blocks: paragraphs.map((paragraph) => ({ nodes: [{ type: "tts_node", text: paragraph, voice_id }] })),
		}));
		const form = new FormData();
		form.set("name", "The Lighthouse");
		form.set("default_paragraph_voice_id", voice_id);
		form.set("from_content_json", JSON.stringify(content));
		const { project } = await (await fetch("/v1/studio/projects", { method: "POST", body: form })).json();
		return { id: project.project_id as string, chapters: project.chapters_order as string[] };
	}, chapters);
}

export const conversionsOf = async (page: Page, { id }: StudioProject) =>
	(await read<{ conversions: Conversion[] }>(page, `/v1/studio/projects/${id}/conversions`)).conversions;

/** Converts over the API and waits until it is done. */
export async function converted(page: Page, project: StudioProject, scope = {}): Promise<StudioProject> {
	await page.evaluate(
		async ([path, body]) => {
			await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
		},
		[`/v1/studio/projects/${project.id}/conversions`, JSON.stringify(scope)] as const,
	);
	await expect.poll(async () => (await conversionsOf(page, project))[0]?.state).toBe("done");
	return project;
}
