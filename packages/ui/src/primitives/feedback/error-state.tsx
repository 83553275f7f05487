import { CircleAlert } from "lucide-react";
import { Button } from "../button.tsx";

type ErrorStateProps = { title: string; message: string; requestId?: string; onRetry?: () => void; busy?: boolean };

export function ErrorState({ title, message, requestId, onRetry, busy }: ErrorStateProps) {
	return (
		<div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
			<CircleAlert aria-hidden="true" className="mb-3 size-6 text-danger" />
			<p className="font-medium text-[15px]">{title}</p>
			<p className="mt-1 max-w-md text-balance text-muted">{message}</p>
			{requestId ? <p className="mt-2 font-mono text-muted text-xs">Request {requestId}</p> : null}
			{onRetry ? (
				<Button className="mt-5" onClick={onRetry} busy={busy}>
					Try again
				</Button>
			) : null}
		</div>
	);
}
