import type { GuestReview } from "@timbre/contract/studio/review/guest-schemas.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { counted, dateOf } from "../../../../lib/text/format.ts";
import { ChapterReview } from "./chapter-review.tsx";
import { Comparisons } from "./comparisons.tsx";
import { NameForm } from "./name-form.tsx";
import { useGuest } from "./use-guest.ts";

type ReviewViewProps = { token: string; review: GuestReview };

/** What a review link shows to a guest. */
export function ReviewView({ token, review }: ReviewViewProps) {
	const session = useGuest(token);
	const { project_name, shared_by, label, expires_at_unix, chapters, comparisons } = review;
	const isNameNeeded = review.may_comment || review.may_approve || comparisons > 0;
	const [chapterId, setChapterId] = useState(
		() => (chapters.find(({ recording }) => recording !== null) ?? chapters[0])?.chapter_id,
	);
	const chapter = chapters.find(({ chapter_id }) => chapter_id === chapterId) ?? chapters[0];
	const open = (id: string) => {
		player.clear();
		setChapterId(id);
	};
	const reading = chapter ? (
		<>
			{chapters.length > 1 ? (
				<ChapterNav chapters={chapters} currentId={chapter.chapter_id} guestId={session.guest?.id} onOpen={open} />
			) : null}
			<ChapterReview key={chapter.chapter_id} token={token} review={review} chapter={chapter} session={session} />
		</>
	) : (
		<p className="mt-8 text-muted">There is nothing to listen to yet.</p>
	);
	return (
		<>
			<h1 dir="auto" className="text-balance break-words font-serif text-4xl leading-tight">
				{project_name}
			</h1>
			<p className="mt-2 text-muted [overflow-wrap:anywhere]">
				<bdi>{label}</bdi>
				{shared_by === null ? null : (
					<>
						{" "}
						· shared by <bdi className="text-ink">{shared_by}</bdi>
					</>
				)}{" "}
				· works until {dateOf(expires_at_unix)}
			</p>
			{isNameNeeded ? <NameForm token={token} session={session} /> : null}
			{comparisons > 0 ? (
				<Parts count={comparisons} comparisons={<Comparisons token={token} session={session} />}>
					{reading}
				</Parts>
			) : (
				reading
			)}
		</>
	);
}

type PartsProps = { count: number; comparisons: ReactNode; children: ReactNode };

function Parts({ count, comparisons, children }: PartsProps) {
	return (
		<Tabs defaultValue="chapters" onValueChange={() => player.clear()} className="mt-8">
			<TabsList>
				<TabsTrigger value="chapters">Chapters</TabsTrigger>
				<TabsTrigger value="comparisons">{counted(count, "blind comparison")}</TabsTrigger>
			</TabsList>
			<TabsContent value="chapters">{children}</TabsContent>
			<TabsContent value="comparisons">{comparisons}</TabsContent>
		</Tabs>
	);
}

type ChapterNavProps = {
	chapters: GuestReview["chapters"];
	currentId: string;
	guestId: string | undefined;
	onOpen: (id: string) => void;
};

function ChapterNav({ chapters, currentId, guestId, onOpen }: ChapterNavProps) {
	return (
		<nav aria-label="Chapters" className="mt-4">
			<ol className="flex max-h-60 flex-col overflow-y-auto rounded-card border border-line p-1">
				{chapters.map(({ chapter_id, name, recording, approvals }) => {
					const isApproved = approvals.some(({ is_current, guest_id }) => is_current && guest_id === guestId);
					return (
						<li key={chapter_id}>
							<button
								type="button"
								aria-current={chapter_id === currentId ? "true" : undefined}
								onClick={() => onOpen(chapter_id)}
								className="flex w-full items-center gap-2 rounded-control px-3 py-2 text-left hover:bg-hover aria-[current=true]:bg-hover aria-[current=true]:font-medium"
							>
								<span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
									{name}
								</span>
								{recording ? null : (
									<span className="shrink-0 font-normal text-[13px] text-muted">No recording yet</span>
								)}
								{isApproved ? (
									<>
										<CircleCheck aria-hidden="true" className="size-4 shrink-0 text-positive" />
										<span className="sr-only">Approved by you</span>
									</>
								) : null}
							</button>
						</li>
					);
				})}
			</ol>
		</nav>
	);
}
