import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useSyncExternalStore } from "react";
import { cn } from "../../cn.ts";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { type Toaster, toastMs } from "./toaster.ts";

export type ToastPosition = "top-center" | "bottom-right";

/** At the bottom, toasts appear above the dock, whose height is `--dock`. */
const positions: Record<ToastPosition, string> = {
	"top-center": "inset-x-4 top-4 mx-auto w-96 max-w-[calc(100vw-32px)]",
	"bottom-right": "right-4 bottom-[calc(var(--dock,0px)+16px)] w-96 max-w-[calc(100vw-32px)]",
};

/**
 * Renders the toasts; one per app. The timer pauses on hover and focus; F8 moves the focus here, Escape closes a toast.
 */
export function ToastRegion({ toaster, position }: { toaster: Toaster; position: ToastPosition }) {
	const toasts = useSyncExternalStore(toaster.subscribe, toaster.current, toaster.current);
	return (
		<Primitive.Provider
			duration={toastMs}
			label="Notification"
			swipeDirection={position === "top-center" ? "up" : "right"}
		>
			{toasts.map((toast) => (
				<Primitive.Root
					key={toast.id}
					type={toast.tone === "danger" ? "foreground" : "background"}
					onOpenChange={(open) => !open && toaster.dismiss(toast.id)}
					className="pointer-events-auto flex animate-rise items-start gap-3 rounded-card border border-line bg-raised py-2.5 pr-2 pl-4 text-ink shadow-float"
				>
					<span
						aria-hidden="true"
						className={cn("mt-2.5 size-2 shrink-0 rounded-full", {
							"bg-control": toast.tone === "neutral",
							"bg-positive": toast.tone === "positive",
							"bg-danger": toast.tone === "danger",
						})}
					/>
					<div className="min-w-0 flex-1 py-1.5">
						<Primitive.Title className="font-medium">{toast.title}</Primitive.Title>
						{toast.detail ? (
							<Primitive.Description className="text-pretty break-words text-muted">
								{toast.detail}
							</Primitive.Description>
						) : null}
					</div>
					{toast.action ? (
						<Primitive.Action asChild altText={toast.action.label} onClick={toast.action.onAction}>
							<Button size="small" className="mt-0.5">
								{toast.action.label}
							</Button>
						</Primitive.Action>
					) : null}
					<Primitive.Close asChild>
						<IconButton label="Dismiss" size="small" tooltip={false}>
							<X aria-hidden="true" />
						</IconButton>
					</Primitive.Close>
				</Primitive.Root>
			))}
			<Primitive.Viewport
				className={cn("pointer-events-none fixed z-50 flex flex-col gap-2 outline-none", positions[position])}
			/>
		</Primitive.Provider>
	);
}
