import { useQuery } from "@tanstack/react-query";
import { marketingEndpoints } from "@timbre/contract/marketing.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { Mail } from "lucide-react";
import { call } from "../lib/api.ts";
import { ago } from "../lib/format.ts";

export const meta = () => [{ title: "Mails - Timbre" }, { name: "robots", content: "noindex" }];

const tones = { waiting: "warning", sent: "positive", kept: "neutral", failed: "danger" } as const;

/** What the server would send, or has sent: for whoever works on it, on their own machine. */
export default function DevMailsPage() {
	const mails = useQuery({
		queryKey: ["dev-mails"],
		queryFn: ({ signal }) => call(marketingEndpoints.listDevMails, { signal }),
		retry: false,
	});
	return (
		<main className="mx-auto w-full max-w-3xl px-4 py-10 md:px-8">
			<div className="mb-6 flex items-center justify-between gap-4">
				<h1 className="font-semibold text-xl tracking-tight">Mails</h1>
				<Button busy={mails.isFetching} onClick={() => void mails.refetch()}>
					Look again
				</Button>
			</div>
			{mails.isError ? <ErrorState title="No mails to show" message={mails.error.message} /> : null}
			{mails.data?.mails.length === 0 ? (
				<EmptyState icon={<Mail aria-hidden="true" />} title="No mails yet">
					What the forms of the public pages send appears here.
				</EmptyState>
			) : null}
			<ul aria-label="Mails, newest first" className="flex flex-col gap-4">
				{mails.data?.mails.map((mail) => (
					<li key={mail.id}>
						<Card className="p-5">
							<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
								<h2 className="min-w-0 flex-1 break-words font-medium">{mail.subject}</h2>
								<Badge tone={tones[mail.state]}>{mail.state}</Badge>
							</div>
							<p className="mt-1 break-words text-[13px] text-muted">
								{mail.from} to {mail.to}
								{mail.reply_to ? `, answers to ${mail.reply_to}` : ""}, {ago(mail.created_at_unix)}
							</p>
							<pre className="mt-4 whitespace-pre-wrap break-words font-mono text-xs">{mail.text}</pre>
						</Card>
					</li>
				))}
			</ul>
		</main>
	);
}
