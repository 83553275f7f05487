import { useQuery } from "@tanstack/react-query";
import { plans, tiers } from "@timbre/contract/plans.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { ArrowRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { LastGeneration, LatestGenerations } from "../../features/history/history.latest.public.tsx";
import { ChecklistCard } from "../../features/onboarding/onboarding.public.tsx";
import { listDrafts, type TextDraft } from "../../features/speech/speech.drafts.public.ts";
import { QuickComposer } from "../../features/speech/speech.quick.public.tsx";
import { CreditsLeft } from "../../features/usage/usage.credits.public.tsx";
import { subscriptionQuery, userQuery } from "../../features/usage/usage.public.ts";
import { SuggestedVoices } from "../../features/voices/voices.suggested.public.tsx";
import { speechPath } from "../../lib/session/redirect.ts";
import { counted } from "../../lib/text/format.ts";
import { LoadFailure } from "../page/load-failure.tsx";
import { Page } from "../page/page.tsx";
import { useUser } from "../session/session.ts";
import { greeting } from "./greeting.ts";
import { homeDescription } from "./home-description.ts";
import { RecordingTools } from "./recording-tools.tsx";

export const meta = () => [{ title: "Home - Timbre" }];

export default function HomePage() {
	const user = useUser();
	// The preferred name, once loaded.
	const { data: account } = useQuery(userQuery);
	// Read once: the composer on this page saves its own draft.
	const [unfinished] = useState(() => listDrafts());
	return (
		<Page
			title={greeting(new Date().getHours(), account?.first_name ?? user?.name ?? "")}
			description={homeDescription}
			className="max-w-6xl"
		>
			<div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
				<div className="flex min-w-0 flex-col gap-8">
					<QuickComposer />
					<Continue unfinished={unfinished} />
					<Block title="Work with recordings">
						<RecordingTools />
					</Block>
					<Block title="Recent generations" more={{ to: `${speechPath}/history`, label: "View history" }}>
						<LatestGenerations />
					</Block>
				</div>
				<div className="flex min-w-0 flex-col gap-8">
					<ChecklistCard />
					<Block title="Credits" more={{ to: "/app/usage", label: "View usage" }}>
						<Credits />
					</Block>
					<Block title="Suggested voices" more={{ to: "/app/voices", label: "View all voices" }}>
						<SuggestedVoices />
					</Block>
				</div>
			</div>
		</Page>
	);
}

type BlockProps = { title: string; more?: { to: string; label: string }; children: ReactNode };

function Block({ title, more, children }: BlockProps) {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<div className="mb-2 flex items-baseline justify-between gap-4">
				<h2 id={id} className="font-medium">
					{title}
				</h2>
				{more ? (
					<Link
						to={more.to}
						prefetch="intent"
						className="text-[13px] text-muted underline-offset-2 hover:text-ink hover:underline"
					>
						{more.label}
					</Link>
				) : null}
			</div>
			{children}
		</section>
	);
}

/** Unfinished drafts and the last generation; empty for a new user. */
function Continue({ unfinished }: { unfinished: readonly TextDraft[] }) {
	return (
		<section aria-label="Continue where you left off" className="grid gap-4 empty:hidden sm:grid-cols-2">
			{unfinished.map((text) => (
				<Card key={text.to} className="transition-colors hover:border-control">
					<Link to={text.to} prefetch="intent" className="flex h-full items-center gap-3 p-4">
						<span className="min-w-0 flex-1">
							<span className="block text-[13px] text-muted">
								{text.title} draft, {counted(text.characters, "character")}
							</span>
							<span className="line-clamp-2 break-words" title={text.excerpt}>
								{text.excerpt}
							</span>
						</span>
						<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
					</Link>
				</Card>
			))}
			<LastGeneration />
		</section>
	);
}

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long" });

function Credits() {
	const subscription = useQuery(subscriptionQuery);
	const { data } = subscription;
	const tier = tiers.find((known) => known === data?.tier);
	if (subscription.isError) {
		return (
			<Card>
				<LoadFailure title="Couldn't load credits" query={subscription} />
			</Card>
		);
	}
	return (
		<Card className="p-4">
			<CreditsLeft />
			{data && tier ? (
				<p className="mt-3 text-[13px] text-muted">
					{plans[tier].label} plan.
					{data.next_character_count_reset_unix
						? ` Credits renew on ${day.format(data.next_character_count_reset_unix * 1000)}.`
						: ""}
				</p>
			) : null}
		</Card>
	);
}
