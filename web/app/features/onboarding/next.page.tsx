import { useQuery } from "@tanstack/react-query";
import type { SurveyRole } from "@timbre/contract/onboarding/endpoints.ts";
import { AudioLines, KeyRound, type LucideIcon, MessagesSquare, UsersRound } from "lucide-react";
import { Link } from "react-router";
import { home, speechPath } from "../../lib/session/redirect.ts";
import { Page } from "../../shell/page/page.tsx";
import { userQuery } from "../usage/usage.public.ts";

export const meta = () => [{ title: "Next steps - Timbre" }];

/** `firstFor`: the role that sees it first. */
type Start = { to: string; title: string; text: string; icon: LucideIcon; firstFor?: SurveyRole };

const starts: Start[] = [
	{
		to: speechPath,
		title: "Generate speech",
		text: "Turn a text into audio. A short tour shows you how.",
		icon: AudioLines,
	},
	{
		to: "/app/speech-synthesis/text-to-dialogue",
		title: "Create a dialogue",
		text: "Use several voices in one script.",
		icon: MessagesSquare,
	},
	{
		to: "/app/voices",
		title: "Explore voices",
		text: "Browse all voices and play their previews.",
		icon: UsersRound,
	},
	{
		to: "/app/settings/api-keys",
		title: "Use the API",
		text: "Create a key and use the same voices from your own code.",
		icon: KeyRound,
		firstFor: "developer",
	},
];

const link = "font-medium underline decoration-line underline-offset-4 hover:decoration-ink";

export default function NextPage() {
	const { data: user } = useQuery(userQuery);
	const role = user?.onboarding_survey?.role;
	const ordered = starts.toSorted((a, b) => Number(b.firstFor === role) - Number(a.firstFor === role));
	const name = user?.onboarding_survey?.first_name;
	return (
		<Page
			title={name ? `Where would you like to start, ${name}?` : "Where would you like to start?"}
			description="You can explore everything else later."
			className="max-w-3xl"
		>
			<ul className="grid gap-3 sm:grid-cols-2">
				{ordered.map((start) => (
					<li key={start.to}>
						<StartLink start={start} />
					</li>
				))}
			</ul>
			<p className="mt-6 flex flex-wrap gap-x-5 gap-y-2">
				<Link to="/app/onboarding-checklist" className={link}>
					View checklist
				</Link>
				<Link to={home} className={link}>
					Go to home page
				</Link>
			</p>
		</Page>
	);
}

function StartLink({ start }: { start: Start }) {
	const Icon = start.icon;
	return (
		<Link
			to={start.to}
			className="flex h-full gap-4 rounded-card border border-line bg-raised p-5 transition-colors hover:border-ink"
		>
			<Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
			<span>
				<span className="block font-semibold text-[15px]">{start.title}</span>
				<span className="mt-1 block text-muted">{start.text}</span>
			</span>
		</Link>
	);
}
