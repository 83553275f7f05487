import { creditsPerMinute, formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import { CallToAction, Faq, Hero, Section } from "../components/blocks.tsx";
import { faqData } from "../model/content-meta.ts";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "Plans and credits",
		description:
			"Timbre is free software: your own server costs only its hardware. On a shared server, plans set monthly credits. One credit is one character, charged once; recordings cost credits by the minute.",
		path: "/pricing",
		structuredData: [faqData(questions)],
	});

/** In ascending order. Trial is missing because nobody can choose it. */
const offered: Tier[] = ["free", "starter", "creator", "pro", "growing_business", "scale_2024_08_10", "enterprise"];

const number = new Intl.NumberFormat("en");

type Row = { label: string; note?: string; value: (tier: Tier) => string };

const yes = (has: boolean) => (has ? "Yes" : "No");

const rows: Row[] = [
	{ label: "Credits per month", value: (tier) => number.format(plans[tier].characterLimit) },
	{
		label: "Concurrent generations",
		note: "Requests beyond this limit are rejected until one finishes.",
		value: (tier) => number.format(plans[tier].concurrency),
	},
	{ label: "All voices and languages", value: () => "Yes" },
	{ label: "API, WebSockets, word timestamps", value: () => "Yes" },
	{ label: "MP3 at 128 kbit/s, Opus", value: () => "Yes" },
	{ label: "MP3 at 192 kbit/s", value: (tier) => yes(tierAtLeast(tier, formatTiers.mp3_44100_192)) },
	{ label: "PCM and WAV at 44.1 kHz", value: (tier) => yes(tierAtLeast(tier, formatTiers.pcm_44100)) },
	{ label: "Seats", value: (tier) => number.format(plans[tier].seats) },
	{ label: "Custom voices", value: (tier) => number.format(plans[tier].voiceLimit) },
	{ label: "Professional voices", value: (tier) => number.format(plans[tier].professionalVoiceLimit) },
];

export default function PricingPage() {
	return (
		<>
			<Hero
				title="One credit per character, charged once"
				lead="The software is free. On your own server you pay for the hardware, and nothing else. On someone else's server, its operator chooses the plans and whether to charge for them."
			/>
			<Section id="prices" title="What it costs">
				<dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
					{prices.map(({ title, price, text }) => (
						<div key={title} className="border-ink border-t pt-4">
							<dt className="font-medium">{title}</dt>
							<dd className="mt-2 font-serif text-4xl">{price}</dd>
							<dd className="mt-3 text-[15px] text-muted leading-6">{text}</dd>
						</div>
					))}
				</dl>
			</Section>
			<Section
				id="plans"
				title="Plans"
				lead="For servers that limit what a workspace can use. Every plan includes all voices."
				wide
			>
				<PlanTable />
				<PlanCards />
				<p className="mt-6 max-w-2xl text-[15px] text-muted leading-6">
					The operator sets the plan of new accounts and can move a workspace to another plan.
				</p>
			</Section>
			<Section
				id="counting"
				title="What counts as a credit"
				lead="The app and the API report the cost before and after you generate. Nothing else is charged."
			>
				<RateTable />
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
				title="Start here, or run your own"
				text="Create an account on this server, or run your own and set your own limits."
				to="/app/sign-up"
				label="Create account"
			/>
		</>
	);
}

/** Products that work on recordings, with their rates. */
const perMinute = [
	{ label: "Speech to text", credits: creditsPerMinute.transcription },
	{ label: "Speech to text, live", credits: creditsPerMinute.realtimeTranscription },
	{ label: "Voice isolator", credits: creditsPerMinute.isolation },
	{ label: "Voice changer", credits: creditsPerMinute.voiceChanger },
];

function RateTable() {
	return (
		<table className="mb-12 w-full max-w-2xl border-collapse text-left text-[15px] leading-6">
			<caption className="sr-only">What each product costs</caption>
			<thead>
				<tr className="border-ink border-b">
					<th scope="col" className="py-3 font-medium">
						Product
					</th>
					<th scope="col" className="py-3 pl-4 text-right font-medium">
						Credits
					</th>
				</tr>
			</thead>
			<tbody>
				<tr className="border-line border-b">
					<th scope="row" className="py-3 font-normal">
						Text to speech
					</th>
					<td className="py-3 pl-4 text-right tabular">1 per character</td>
				</tr>
				{perMinute.map(({ label, credits }) => (
					<tr key={label} className="border-line border-b">
						<th scope="row" className="py-3 font-normal">
							{label}
						</th>
						<td className="py-3 pl-4 text-right tabular">{number.format(credits)} per minute</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function PlanTable() {
	return (
		<table className="w-full border-collapse text-left text-[15px] leading-6 max-lg:hidden">
			<caption className="sr-only">What each plan includes</caption>
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

/** Seven columns don't fit on narrow screens: show one card per plan, with only the rows that differ. */
function PlanCards() {
	const distinct = rows.filter(({ value }) => offered.some((tier) => value(tier) !== value("free")));
	const common = rows.filter((row) => !distinct.includes(row));
	return (
		<div className="lg:hidden">
			<p className="mb-6 text-[15px] text-muted leading-6">
				Every plan includes: {common.map(({ label }) => label).join("; ")}.
			</p>
			<ul className="grid gap-4 sm:grid-cols-2">
				{offered.map((tier) => (
					<li key={tier} className="rounded-card border border-line bg-raised p-5">
						<h3 className="font-serif text-2xl">{plans[tier].label}</h3>
						<dl className="mt-3 text-[15px] leading-6">
							{distinct.map(({ label, value }) => (
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

const prices = [
	{
		title: "Your own server",
		price: "$0",
		text: "Free software under the AGPL 3.0, with every feature. A machine with 2 cores and 6 GB of memory is enough to start.",
	},
	{
		title: "This server",
		price: "Set by its operator",
		text: "The software takes no payments. An operator who charges does so outside of it, and then sets your plan.",
	},
];

const counting = [
	{
		title: "One character, one credit",
		text: "Counted on the text as you wrote it. The rate is the same for every voice and format.",
	},
	{
		title: "Each sentence is charged once",
		text: "A sentence your workspace has paid for, with the same voice and settings, is free from then on. A new take is charged, unless take check found an error in the previous one.",
	},
	{
		title: "Recordings are charged by the second",
		text: "Each started second counts, once the result is stored. A job that fails or is canceled costs nothing.",
	},
	{
		title: "You pay for what is delivered",
		text: "Credits are reserved before audio starts. If you stop early or a request fails, the unused credits are returned.",
	},
	{
		title: "Playback is free",
		text: "Playing, downloading, sharing and exporting your history is free, and so are voice previews and the demo on the home page.",
	},
];

const questions = [
	{
		question: "How much does it cost?",
		answer:
			"The software is free under the AGPL. On your own server you only pay for the hardware. Payment is not built in, so nothing can be bought on this page; ask the operator of this server if it charges.",
	},
	{
		question: "Do credits carry over to the next month?",
		answer: "No. Credits reset every month.",
	},
	{
		question: "Can I run it without limits?",
		answer:
			"On your own server you can put your workspace on any plan. The largest one includes a hundred million characters a month.",
	},
];
