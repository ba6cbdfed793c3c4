"""What features are worth."""
def worth(features, state):
    own = state.players[features.seat]
    if state.over: return float(own.vp)
    return features.me.promise(state)
