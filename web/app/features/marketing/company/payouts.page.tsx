import { Link } from "react-router";
import { Faq, Hero, OperatorNote, PlannedNote, Section, Steps } from "../components/blocks.tsx";
import { siteMeta } from "../model/meta.ts";

export const meta = () =>
	siteMeta({
		title: "Payouts",
		description:
			"How people will be paid for sharing a voice or recommending Timbre. This is planned; nothing is paid out today.",
		path: "/payouts",
	});

const link = "text-ink underline underline-offset-4";

export default function PayoutsPage() {
	return (
		<>
			<Hero
				eyebrow="Payouts"
				title="How payouts will work"
				lead="You will be able to earn money by sharing your voice or by recommending the service. Neither is available yet."
			>
				<PlannedNote>Nothing is earned or paid out today.</PlannedNote>
				<div className="mt-4">
					<OperatorNote>If you pay people for voices or referrals, you can say here how.</OperatorNote>
				</div>
			</Hero>
			<Section id="how" title="What we plan">
				<Steps
					items={[
						{
							title: "Connect an account",
							text: "You sign up with the operator's payment provider. Your bank details stay there; this server stores only a reference.",
						},
						{
							title: "Earn",
							text: "You earn from characters generated with your voice, or from payments by customers you referred. Every entry is listed.",
						},
						{ title: "Get paid", text: "Payouts are monthly above a minimum amount. Smaller balances carry over." },
						{
							title: "Holds",
							text: "A payout can be held if a payment is disputed or a rule was broken. You are told why and can respond.",
						},
					]}
				/>
			</Section>
			<Section id="questions" title="Questions">
				<Faq
					items={[
						{
							question: "Which terms will apply?",
							answer: (
								<>
									For voices, the{" "}
									<Link to="/vla" className={link}>
										voice library addendum
									</Link>{" "}
									(
									<Link to="/vlaeu" className={link}>
										European Union
									</Link>
									). For referrals, the{" "}
									<Link to="/affiliates/terms" className={link}>
										affiliate terms
									</Link>
									. All of them are drafts.
								</>
							),
						},
						{
							question: "How much will I earn?",
							answer: "The operator sets the rate and states it in those documents. The software sets no rate.",
						},
						{
							question: "What about taxes?",
							answer:
								"You are responsible for taxes where you live. The payment provider asks for what it must report.",
						},
					]}
				/>
			</Section>
		</>
	);
}
