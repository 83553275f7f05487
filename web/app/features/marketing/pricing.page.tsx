import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import { CallToAction, Faq, Hero, Section } from "./components/blocks.tsx";
import { faqData } from "./components/content-meta.ts";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Plans and what they hold",
		description:
			"Seven plans, from 10,000 free credits a month to an organisation's. A credit is a character spoken for the first time. No price is set on this server.",
		path: "/pricing",
		structuredData: [faqData(questions)],
	});

/** In the order of a reader; a trial is not something one chooses. */
const offered: Tier[] = ["free", "starter", "creator", "pro", "growing_business", "scale_2024_08_10", "enterprise"];

const number = new Intl.NumberFormat("en");

type Row = { label: string; note?: string; value: (tier: Tier) => string };

const yes = (has: boolean) => (has ? "Yes" : "No");

const rows: Row[] = [
	{ label: "Credits a month", value: (tier) => number.format(plans[tier].characterLimit) },
	{
		label: "Texts spoken at once",
		note: "More than that are refused until one has ended.",
		value: (tier) => number.format(plans[tier].concurrency),
	},
	{ label: "All voices and languages", value: () => "Yes" },
	{ label: "API, WebSockets, word times", value: () => "Yes" },
	{ label: "MP3 at 128 kbit/s, Opus", value: () => "Yes" },
	{ label: "MP3 at 192 kbit/s", value: (tier) => yes(tierAtLeast(tier, formatTiers.mp3_44100_192)) },
	{ label: "PCM and WAV at 44.1 kHz", value: (tier) => yes(tierAtLeast(tier, formatTiers.pcm_44100)) },
	{ label: "Seats", value: (tier) => number.format(plans[tier].seats) },
	{ label: "Own voices", value: (tier) => number.format(plans[tier].voiceLimit) },
	{ label: "Professional voices", value: (tier) => number.format(plans[tier].professionalVoiceLimit) },
];

export default function PricingPage() {
	return (
		<>
			<Hero
				title="A credit is a character, spoken for the first time"
				lead="Plans differ in how much you may speak and how much at once, not in which voices you hear. This server has no prices set: whoever runs it decides whether and what to ask. Paying online is planned, not built."
			/>
			<Section id="plans" title="The plans" wide>
				<PlanTable />
				<PlanCards />
				<p className="mt-6 max-w-2xl text-[15px] text-muted leading-6">
					A new account is on the free plan; the operator of the server can put a workspace on another.
				</p>
			</Section>
			<Section
				id="counting"
				title="What is counted"
				lead="The page and the API say the cost before and after. Nothing else is charged."
			>
				<dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
					{counting.map(({ title, text }) => (
						<div key={title} className="border-ink border-t pt-4">
							<dt className="font-medium">{title}</dt>
							<dd className="mt-2 text-[15px] text-muted leading-6">{text}</dd>
						</div>
					))}
				</dl>
			</Section>
			<Section id="questions" title="Questions">
				<Faq items={questions} />
			</Section>
			<CallToAction
				title="Begin with the free plan"
				text="10,000 credits a month: about eleven minutes of speech. Or run your own server, where you set the limits."
				to="/app/sign-up"
				label="Create account"
			/>
		</>
	);
}

function PlanTable() {
	return (
		<table className="w-full border-collapse text-left text-[15px] leading-6 max-lg:hidden">
			<caption className="sr-only">What each plan holds</caption>
			<thead>
				<tr className="border-ink border-b">
					<td className="py-3" />
					{offered.map((tier) => (
						<th key={tier} scope="col" className="py-3 pl-4 text-right font-serif text-xl font-normal">
							{plans[tier].label}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ label, note, value }) => (
					<tr key={label} className="border-line border-b">
						<th scope="row" className="max-w-64 py-3 pr-4 font-normal">
							{label}
							{note ? <span className="block text-muted text-xs leading-4">{note}</span> : null}
						</th>
						{offered.map((tier) => (
							<td key={tier} className={`py-3 pl-4 text-right tabular ${value(tier) === "No" ? "text-muted" : ""}`}>
								{value(tier)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** On a narrow page seven columns do not fit: a plan after the other, with what sets it apart. */
function PlanCards() {
	const telling = rows.filter(({ value }) => offered.some((tier) => value(tier) !== value("free")));
	const common = rows.filter((row) => !telling.includes(row));
	return (
		<div className="lg:hidden">
			<p className="mb-6 text-[15px] text-muted leading-6">
				Every plan has: {common.map(({ label }) => label).join("; ")}.
			</p>
			<ul className="grid gap-4 sm:grid-cols-2">
				{offered.map((tier) => (
					<li key={tier} className="rounded-card border border-line bg-raised p-5">
						<h3 className="font-serif text-2xl">{plans[tier].label}</h3>
						<dl className="mt-3 text-[15px] leading-6">
							{telling.map(({ label, value }) => (
								<div key={label} className="flex justify-between gap-4 border-line border-t py-2">
									<dt>{label}</dt>
									<dd className="shrink-0 tabular">{value(tier)}</dd>
								</div>
							))}
						</dl>
					</li>
				))}
			</ul>
		</div>
	);
}

const counting = [
	{
		title: "A character is a credit",
		text: "Of the text as you wrote it, with every voice and every format.",
	},
	{
		title: "A sentence once",
		text: "What your workspace has paid for, with the same voice and settings, costs nothing again. Another take costs again, except where the take check found a fault.",
	},
	{
		title: "What was delivered",
		text: "Credits are reserved before the first sound. Stop in the middle, or have something fail, and the rest is given back.",
	},
	{
		title: "Listening is free",
		text: "Playing, downloading, sharing and exporting what is in your history costs nothing, and so do voice previews and the box on the home page.",
	},
];

const questions = [
	{
		question: "What does it cost in money?",
		answer:
			"On this server nothing can be bought: no price is set and payment is not built. On a server of your own it costs what the machine costs.",
	},
	{
		question: "Do credits carry over to the next month?",
		answer: "No. A plan's credits are counted anew each month.",
	},
	{
		question: "Can I run it without limits?",
		answer:
			"On your own server you put your workspace on the plan you like; the largest one speaks a hundred million characters a month.",
	},
];
