import type {
	GuestComment,
	GuestComparison,
	GuestReview,
	JoinedGuest,
	Recording,
} from "@timbre/contract/studio/review/guest-schemas.ts";
import type { Review } from "@timbre/contract/studio/review/schemas.ts";
import type { SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import type { TestApp } from "../test-app.ts";
import type { StudioProject } from "./project.ts";

type Failure = { detail: { code: string; message: string } };
type Answer<T> = { status: number; body: T & Failure };
export type GuestLink = Awaited<ReturnType<typeof aReviewLink>>;
export type TestGuest = Awaited<ReturnType<GuestLink["join"]>>;

export const reviewLinksPath = "/v1/studio/review-links";
let visitors = 0;
/** Each request comes from another address, because rate limits are tested on their own. */
const nextAddress = () => `10.2.${++visitors >> 8}.${visitors & 255}`;

/** A review link with a blind comparison. Returns their ids. */
export async function someReview(
	{ db }: Pick<TestApp, "db">,
	{ workspaceId, userId }: Pick<SeedUser, "workspaceId" | "userId">,
	projectId: string,
): Promise<Record<"review_id" | "comparison_id", string>> {
	const ids = { review_id: newId(), comparison_id: newId() };
	const by = { workspace_id: workspaceId, created_by: userId };
	await db
		.insertInto("studio_review")
		.values({
			...by,
			id: ids.review_id,
			project_id: projectId,
			token_hash: Buffer.from(newId()),
			label: "Theirs",
			may_comment: true,
			may_approve: true,
			expires_at: new Date(Date.now() + 3_600_000),
		})
		.execute();
	await db
		.insertInto("studio_comparison")
		.values({
			...by,
			id: ids.comparison_id,
			review_id: ids.review_id,
			kind: "takes",
			text: "Theirs.",
			candidate_names: ["One", "Two"],
			candidate_ids: ["one", "two"],
			seed: newId(),
		})
		.execute();
	return ids;
}

/** A request of a guest, who has no account. */
export async function visit<T>(
	app: Pick<TestApp, "url">,
	method: string,
	path: string,
	body?: unknown,
	address = nextAddress(),
): Promise<Answer<T>> {
	const response = await fetch(app.url + path, {
		method,
		headers: {
			"x-forwarded-for": address,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: (await response.json()) as T & Failure };
}

/** A review link as its owner creates it, and what guests do with it. */
export async function aReviewLink(app: TestApp, project: StudioProject, body: Record<string, unknown> = {}) {
	const { review, url } = await project.send<{ review: Review; url: string }>("POST", `${project.path}/reviews`, {
		label: "First listen",
		...body,
	});
	const token = url.split("#")[1] ?? "";
	const path = `${reviewLinksPath}/${token}`;
	const open = () => visit<GuestReview>(app, "GET", path);
	const recordingPath = async (chapter = 0) => {
		const { chapters } = (await open()).body;
		const found = chapters[chapter];
		return `${path}/chapters/${found?.chapter_id}/recordings/${found?.recording?.chapter_snapshot_id}`;
	};
	return {
		id: review.review_id,
		review,
		url,
		token,
		path,
		/** Where the owner finds it. */
		ownPath: `${project.path}/reviews/${review.review_id}`,
		open,
		recordingPath,
		recording: async (chapter = 0) => (await visit<Recording>(app, "GET", await recordingPath(chapter))).body,
		audio: (of: string, headers: Record<string, string> = {}) =>
			fetch(app.url + of, { headers: { "x-forwarded-for": nextAddress(), ...headers } }),
		withdraw: () => project.send("POST", `${project.path}/reviews/${review.review_id}/withdraw`),
		async join(name = "Nora") {
			const joined = (await visit<JoinedGuest>(app, "POST", `${path}/guests`, { name })).body;
			const { guest_key } = joined;
			const chapterPath = (chapter: number) => `${path}/chapters/${project.chapterIds[chapter]}`;
			const snapshotOf = async (chapter: number) =>
				(await open()).body.chapters?.find(({ chapter_id }) => chapter_id === project.chapterIds[chapter])?.recording
					?.chapter_snapshot_id;
			return {
				...joined,
				comment: async (text: string, audio_seconds: number, chapter = 0) =>
					visit<GuestComment>(app, "POST", `${chapterPath(chapter)}/comments`, {
						guest_key,
						chapter_snapshot_id: (await snapshotOf(chapter)) ?? "none",
						audio_seconds,
						text,
					}),
				approve: async (approved = true, { chapter = 0, snapshot = "" } = {}) =>
					visit<GuestReview>(app, "PUT", `${chapterPath(chapter)}/approval`, {
						guest_key,
						chapter_snapshot_id: snapshot || ((await snapshotOf(chapter)) ?? "none"),
						approved,
					}),
				comparisons: async () =>
					(await visit<{ comparisons: GuestComparison[] }>(app, "GET", `${path}/comparisons?guest_key=${guest_key}`))
						.body.comparisons,
				sidePath: (id: string, side: "a" | "b") =>
					`${path}/comparisons/${id}/sides/${side}/audio?guest_key=${guest_key}`,
				vote: (id: string, side: "a" | "b") =>
					visit<GuestComparison>(app, "POST", `${path}/comparisons/${id}/vote`, { guest_key, side }),
			};
		},
	};
}
