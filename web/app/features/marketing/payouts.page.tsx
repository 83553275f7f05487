import { Link } from "react-router";
import { Faq, Hero, PlannedNote, Section, Steps } from "./components/blocks.tsx";
import { siteMeta } from "./marketing.meta.ts";

export const meta = () =>
	siteMeta({
		title: "Payouts",
		description:
			"How money would reach people who share a voice or recommend the service. Planned: nothing is paid out today.",
		path: "/payouts",
	});

const link = "text-ink underline underline-offset-4";

export default function PayoutsPage() {
	return (
		<>
			<Hero
				eyebrow="Payouts"
				title="How money would reach you"
				lead="Two groups of people will be able to earn here: those who share a voice of their own, and those who recommend the service. Neither works yet."
			>
				<PlannedNote>Nothing is earned and nothing is paid out today.</PlannedNote>
			</Hero>
			<Section id="how" title="How it is meant to work">
				<Steps
					items={[
						{
							title: "You connect an account",
							text: "At the payment provider that the operator uses. Your bank details stay there; this server keeps only a reference.",
						},
						{
							title: "It is counted",
							text: "Characters spoken with your voice, or payments by people you brought. Each line can be looked up.",
						},
						{ title: "It is paid", text: "Once a month, from a minimum amount on. What is below it is carried over." },
						{
							title: "It can be held back",
							text: "If a payment is disputed or a rule was broken. You are told which, and can answer.",
						},
					]}
				/>
			</Section>
			<Section id="questions" title="Questions">
				<Faq
					items={[
						{
							question: "Which rules would hold?",
							answer: (
								<>
									For voices the{" "}
									<Link to="/vla" className={link}>
										voice library addendum
									</Link>{" "}
									(
									<Link to="/vlaeu" className={link}>
										European Union
									</Link>
									), for recommendations the{" "}
									<Link to="/affiliates/terms" className={link}>
										affiliate terms
									</Link>
									. All are drafts.
								</>
							),
						},
						{
							question: "How much would it be?",
							answer:
								"The operator sets the rate and has to write it into those texts. The software has none of its own.",
						},
						{
							question: "And taxes?",
							answer: "Yours, according to where you live. The payment provider asks for what it must report.",
						},
					]}
				/>
			</Section>
		</>
	);
}
