import { useQuery } from "@tanstack/react-query";
import { marketingPaths } from "@timbre/contract/marketing/paths.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Mail } from "lucide-react";
import { call } from "../lib/api/api.ts";
import { ago } from "../lib/text/format.ts";

export const meta = () => [{ title: "Emails - Timbre" }, { name: "robots", content: "noindex" }];

const tones = { waiting: "warning", sent: "positive", kept: "neutral", failed: "danger" } as const;

/** Emails the server has sent or would send, for local development. */
export default function DevEmailsPage() {
	const mails = useQuery({
		queryKey: ["dev-mails"],
		queryFn: ({ signal }) => call(marketingPaths.listDevMails, { signal }),
		retry: false,
	});
	return (
		<main className="mx-auto w-full max-w-3xl px-4 py-10 md:px-8">
			<div className="mb-6 flex items-center justify-between gap-4">
				<h1 className="font-semibold text-xl tracking-tight">Emails</h1>
				<Button busy={mails.isFetching} onClick={() => void mails.refetch()}>
					Refresh
				</Button>
			</div>
			{mails.isError ? <ErrorState title="Couldn't load emails" message={mails.error.message} /> : null}
			{mails.data?.mails.length === 0 ? (
				<EmptyState icon={<Mail aria-hidden="true" />} title="No emails yet">
					Emails from the forms on public pages appear here.
				</EmptyState>
			) : null}
			<ul aria-label="Emails, newest first" className="flex flex-col gap-4">
				{mails.data?.mails.map((mail) => (
					<li key={mail.id}>
						<Card className="p-5">
							<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
								<h2 className="min-w-0 flex-1 break-words font-medium">{mail.subject}</h2>
								<Badge tone={tones[mail.state]}>{mail.state}</Badge>
							</div>
							<p className="mt-1 break-words text-[13px] text-muted">
								{mail.from} to {mail.to}
								{mail.reply_to ? `, reply to ${mail.reply_to}` : ""}, {ago(mail.created_at_unix)}
							</p>
							<pre className="mt-4 whitespace-pre-wrap break-words font-mono text-xs">{mail.text}</pre>
						</Card>
					</li>
				))}
			</ul>
		</main>
	);
}
