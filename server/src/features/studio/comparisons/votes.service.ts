// Listening to a blind comparison and voting, for guests.
// Invariant: nothing that a guest receives tells which candidate is A, and a guest has one vote.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { GuestComparison } from "@timbre/contract/studio/review/guest-schemas.ts";
import type { guestEndpoints } from "@timbre/contract/studio/review/guests.ts";
import type { Side } from "@timbre/contract/studio/review/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { GuestDeps } from "../reviews/guests.service.ts";
import { requireGuest, requireLink } from "../reviews/links.service.ts";
import { comparisonNotFound } from "./comparisons.present.ts";
import {
	type ComparisonRow,
	findComparison,
	insertVote,
	keepOpen,
	listComparisonRows,
	listVotesOf,
} from "./comparisons.repo.ts";
import { audioKey, contentTypeOf } from "./comparisons.service.ts";
import { candidateOn, sideOf } from "./order.ts";

type Endpoints = typeof guestEndpoints;
type ComparisonPath = { token: string; comparison_id: string };

export async function listGuestComparisons(
	db: Database,
	token: string,
	key: string,
): Promise<ResponseOf<Endpoints["listGuestComparisons"]>> {
	const link = await requireLink(db, token);
	const guest = await requireGuest(db, link, key);
	const rows = await listComparisonRows(db, link.workspace_id, link.id);
	const votes = new Map(
		(await listVotesOf(db, link.workspace_id, guest.id)).map(({ comparison_id, candidate }) => [
			comparison_id,
			candidate,
		]),
	);
	return { comparisons: rows.map((row) => present(row, guest.id, votes.get(row.id))) };
}

export async function getComparisonAudio(
	{ db, storage }: GuestDeps,
	path: ComparisonPath & { side: Side },
	key: string,
	rangeHeader: string | undefined,
): Promise<AudioResponse> {
	const { link, guest, row } = await requireForGuest(db, path, key);
	const candidate = candidateOn(path.side, { seed: row.seed, guestId: guest.id });
	const stored = audioKey(link.workspace_id, link.project_id, row.id, candidate);
	const audio = await storedAudio(storage, stored, { contentType: contentTypeOf(row), rangeHeader });
	if (!audio) throw new Error(`the audio ${stored} is missing`);
	return audio;
}

export async function vote(
	db: Database,
	path: ComparisonPath,
	{ guest_key, side }: InputOf<Endpoints["vote"]>["body"],
): Promise<GuestComparison> {
	const { link, guest, row } = await requireForGuest(db, path, guest_key);
	const { workspace_id: workspaceId } = link;
	const candidate = candidateOn(side, { seed: row.seed, guestId: guest.id });
	await db.transaction().execute(async (tx) => {
		if (!(await keepOpen(tx, workspaceId, row.id)))
			throw new AppError("conflict", "This comparison has ended. Votes can't be added any more.");
		if (!(await insertVote(tx, workspaceId, { comparisonId: row.id, guestId: guest.id, candidate })))
			throw new AppError("conflict", "You have already voted in this comparison.");
	});
	return present(row, guest.id, candidate);
}

async function requireForGuest(db: Database, path: ComparisonPath, key: string) {
	const link = await requireLink(db, path.token);
	const guest = await requireGuest(db, link, key);
	const row = await findComparison(db, link.workspace_id, link.id, path.comparison_id);
	if (!row) throw comparisonNotFound();
	return { link, guest, row };
}

const present = (row: ComparisonRow, guestId: string, candidate: number | undefined): GuestComparison => ({
	comparison_id: row.id,
	kind: row.kind as GuestComparison["kind"],
	text: row.text,
	vote: candidate === undefined ? null : sideOf(candidate, { seed: row.seed, guestId }),
	is_open: row.ended_at === null,
});
