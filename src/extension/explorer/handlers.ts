/** What answers the requests of the panel: one file for each view. */
import type {
  PanelEvent,
  PanelEventName,
  PanelParams,
  PanelRequestName,
  PanelResult,
} from '../../protocol/webview/panel.js';
import type { FeatureContext } from '../feature.js';

/** An open panel as its handlers see it. */
export interface OpenPanel extends FeatureContext {
  readonly tell: <N extends PanelEventName>(event: N, data: PanelEvent<N>) => void;
  /** Ends with the panel. */
  readonly own: (disposable: { dispose(): void }) => void;
}

export type Handlers<N extends PanelRequestName> = {
  readonly [K in N]: (params: PanelParams<K>) => Promise<PanelResult<K>>;
};
