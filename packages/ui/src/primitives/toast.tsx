import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useSyncExternalStore } from "react";
import { cn } from "../cn.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { type Toaster, toastMs } from "./toaster.ts";

export type ToastPlace = "top-centre" | "bottom-right";

/** At the bottom they stand above what the page keeps there, whose height is in `--dock`. */
const places: Record<ToastPlace, string> = {
	"top-centre": "inset-x-4 top-4 mx-auto w-96 max-w-[calc(100vw-32px)]",
	"bottom-right": "right-4 bottom-[calc(var(--dock,0px)+16px)] w-96 max-w-[calc(100vw-32px)]",
};

/**
 * Where toasts appear: one for the whole app. The clock of a toast stands still while the pointer or the focus is on them; F8 brings the
 * focus there, Escape closes one.
 */
export function ToastRegion({ toaster, place }: { toaster: Toaster; place: ToastPlace }) {
	const toasts = useSyncExternalStore(toaster.subscribe, toaster.current, toaster.current);
	return (
		<Primitive.Provider
			duration={toastMs}
			label="Notification"
			swipeDirection={place === "top-centre" ? "up" : "right"}
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
				className={cn("pointer-events-none fixed z-50 flex flex-col gap-2 outline-none", places[place])}
			/>
		</Primitive.Provider>
	);
}
